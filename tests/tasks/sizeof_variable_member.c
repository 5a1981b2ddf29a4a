// The size of a struct with a member of variable length is not known to us.
// expect: unknown
extern int nondet_int(void);
int main(void) {
  int n = nondet_int();
  if (n < 1 || n > 9) return 0;
  struct s { int a; union { int i; char b[n]; }; } *p;
  __CPROVER_assert(sizeof(*p) == 8, "not for long arrays");
  return 0;
}
