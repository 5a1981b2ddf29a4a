// Bit-fields are cut to their width and do not touch each other.
// expect: violated(assertion@15)
extern unsigned nondet_uint(void);
struct s { unsigned a : 3; signed b : 4; unsigned c : 12; };
int main(void) {
  struct s s = {0, 0, 0};
  s.a = nondet_uint();
  s.b = -3;
  s.c = 4095;
  s.c++;
  __CPROVER_assert(s.a < 8, "three bits");
  __CPROVER_assert(s.b == -3, "signed");
  __CPROVER_assert(s.c == 0, "wraps at twelve bits");
  __CPROVER_assert(sizeof(struct s) == 4, "one unit");
  __CPROVER_assert(s.a != 5, "any of eight values");
  return 0;
}
