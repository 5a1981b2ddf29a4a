// A bit-field wider than int is computed with in its own width, as GCC does.
// expect: violated(assertion@10)
extern unsigned long nondet_ulong(void);
struct s { unsigned long a : 40; unsigned long b : 32; unsigned c : 31; };
int main(void) {
  struct s s = {nondet_ulong(), -1, -1};
  __CPROVER_assert((s.a << 39 >> 39) <= 1, "forty bits");
  __CPROVER_assert(s.b + 1 == 0, "as unsigned int");
  __CPROVER_assert(s.c > -1, "as int");
  __CPROVER_assert(s.a + 1 != 0, "wraps at forty bits");
  return 0;
}
