// Decimal floating types are not supported; that counts only where something is done with them.
// expect: violated(assertion@14)
struct price {
  int cents;
  _Decimal64 exact;
};
_Decimal64 total = 0.5DD;
static void add(_Decimal64 d) { total += d; }
int nondet_int(void);
int main(void) {
  _Decimal32 unused;
  if (nondet_int() && 0) add(1.5DD);
  int n = nondet_int();
  __CPROVER_assert(n != 5, "");
}
