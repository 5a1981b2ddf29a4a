// Right shifts keep the sign of signed numbers.
// expect: holds
extern int nondet_int(void);
int main(void) {
  int x = nondet_int();
  if (x >= 0 || x < -100000) return 0;
  __CPROVER_assert((x >> 1) <= 0 && (x >> 31) == -1, "arithmetic");
  unsigned u = (unsigned)x;
  __CPROVER_assert((u >> 31) == 1 && u >> 4 < 0x10000000u, "logical");
  return 0;
}
