// The largest square that fits into 64 bits.
// property: overflow
// expect: holds
extern long long nondet_longlong(void);
int main(void) {
  long long a = nondet_longlong();
  if (a < 0 || a > 3037000499LL) return 0;
  long long sq = a * a;
  __CPROVER_assert(sq >= 0, "fits");
  int small = (int)sq;
  return small - small;
}
