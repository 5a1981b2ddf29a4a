// As narrowing.c, but the bound is too large.
// property: assertion
// expect: violated(assertion@13)
void __CPROVER_assert(_Bool, const char *);
unsigned char nondet_uchar(void);
int main(void) {
  unsigned n = nondet_uchar() * 3u, i = 0;
  while (i < n) {
    if (i > 2)
      break;
    i++;
  }
  __CPROVER_assert(2 * i < 6, "not further");
}
