// `__builtin_object_size` of objects with static storage, of their members, and of places in them.
// expect: holds
char g[64];
static struct S { int a; char b[12]; short c; } s;
int main(void) {
  static long kept[3];
  __CPROVER_assert(__builtin_object_size(g, 0) == 64 && __builtin_object_size(g, 3) == 64, "array");
  __CPROVER_assert(__builtin_object_size(&g[4], 0) == 60 && __builtin_object_size(&g[4], 1) == 60, "element");
  __CPROVER_assert(__builtin_object_size(&s.c, 0) == sizeof s - 16 && __builtin_object_size(&s.c, 1) == 2, "member");
  __CPROVER_assert(__builtin_object_size(s.b, 1) == 12 && __builtin_object_size(&s.b[2], 1) == 10, "array in it");
  __CPROVER_assert(__builtin_object_size(kept, 0) == 3 * sizeof(long), "static of a function");
  return 0;
}
