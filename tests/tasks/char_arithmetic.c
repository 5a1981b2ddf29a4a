// Characters are small numbers.
// expect: violated(assertion@12)
extern char nondet_char(void);
static int digit(char c) { return c >= '0' && c <= '9' ? c - '0' : -1; }
int main(void) {
  char c = nondet_char();
  int d = digit(c);
  __CPROVER_assert(d >= -1 && d <= 9, "range");
  char up = c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
  __CPROVER_assert(up < 'a' || up > 'z', "upper");
  __CPROVER_assert("0123456789"[d < 0 ? 0 : d] == (d < 0 ? '0' : c), "literal");
  __CPROVER_assert(d != 7, "seven");
  return 0;
}
