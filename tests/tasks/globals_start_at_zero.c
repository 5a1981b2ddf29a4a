// Globals without initialiser are zero.
// expect: holds
int x;
static struct { int a[3]; char *p; } s;
int main(void) {
  __CPROVER_assert(x == 0 && s.a[2] == 0 && s.p == 0, "zero");
  return 0;
}
