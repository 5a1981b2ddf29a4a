// kind: overflow
// seen by: ubsan
// The remainder has no value where the quotient has none (6.5.5p6).
#ifdef UB
#define BY (-1)
#else
#define BY 3
#endif
int main(void) {
  int x = -2147483647 - 1, y = BY;
  x = x % y;
  return x == 7;
}
