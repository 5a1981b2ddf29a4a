// 128-bit integers.
// expect: violated(assertion@10)
extern unsigned nondet_uint(void);
int main(void) {
  unsigned x = nondet_uint(), y = nondet_uint();
  unsigned __int128 wide = (unsigned __int128)x << 64 | y;
  __CPROVER_assert((unsigned)(wide >> 64) == x && (unsigned)wide == y, "both halves");
  wide += (unsigned __int128)1 << 100;
  __CPROVER_assert((wide >> 64) >> 36 == 1, "beyond 64 bits");
  __CPROVER_assert((wide & 0xff) != 17, "low byte");
  return 0;
}
