// Counting and finding bits of an arbitrary number.
// expect: violated(assertion@13)
extern unsigned nondet_uint(void);
int main(void) {
  unsigned x = nondet_uint();
  if (x == 0) return 0;
  int top = 31 - __builtin_clz(x), low = __builtin_ctz(x);
  __CPROVER_assert(x >> top == 1, "the highest one");
  __CPROVER_assert((x >> low & 1) == 1 && x << (31 - low) == 0x80000000u, "the lowest one");
  __CPROVER_assert(__builtin_popcount(x) <= top - low + 1, "ones between them");
  __CPROVER_assert(__builtin_ffs(x) == low + 1 && __builtin_popcount(x) % 2 == __builtin_parity(x), "related");
  __CPROVER_assert(__builtin_bswap32(__builtin_bswap32(x)) == x, "there and back");
  __CPROVER_assert(__builtin_popcount(x) != 19, "any number of ones");
  return 0;
}
