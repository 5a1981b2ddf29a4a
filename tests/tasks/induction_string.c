// A pointer that walks over a string of any length: it stays inside because of the terminator.
// property: deref,bounds
// expect: holds
// engines: auto bmc
int nondet_int(void);
void *__builtin_alloca(unsigned long);
static int length_of(const char *s) {
  const char *p = s;
  while (*p != 0) p++;
  return (int)(p - s);
}
int main(void) {
  int length = nondet_int();
  if (length < 1) length = 1;
  char *a = (char *)__builtin_alloca(length);
  a[length - 1] = 0;
  return length_of(a);
}
