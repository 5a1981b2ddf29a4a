// 128-bit integers.
// expect: holds
extern unsigned nondet_uint(void);
int main(void) {
  unsigned x = nondet_uint(), y = nondet_uint();
  unsigned __int128 wide = (unsigned __int128)x * x * y;
  unsigned long long low = (unsigned long long)x * x;
  if (y == 1) __CPROVER_assert(wide == low, "fits");
  return 0;
}
