// Wider types have room for more.
// property: overflow,assertion
// expect: violated(overflow@11)
extern int nondet_int(void);
int main(void) {
  int a = nondet_int();
  long long twice = 2LL * a;
  long long cut = (long long)(unsigned)a << 31;
  __CPROVER_assert((int)(twice / 2) == a && cut >= 0, "fits");
  long l = 0x7fffffffffffffff;
  if (a == 5) l++;
  return 0;
}
