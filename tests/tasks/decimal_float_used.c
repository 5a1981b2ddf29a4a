// A decimal floating number that is reached.
// expect: unknown
int main(void) {
  _Decimal64 d = 0.1DD;
  __CPROVER_assert(d == 0.1DD, "");
}
