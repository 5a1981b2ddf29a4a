// Unsigned arithmetic wraps around and is no overflow.
// expect: holds
extern unsigned nondet_uint(void);
int main(void) {
  unsigned x = nondet_uint();
  unsigned y = x + 1;
  __CPROVER_assert(y != 0 || x == 4294967295u, "wraps around");
  return 0;
}
