// Rounding of constants.
// expect: holds
int main(void) {
  float a = 16777216.0f;
  float b = a + 1.0f;
  __CPROVER_assert(a == b, "rounded to even");
  double c = 0.1 + 0.2;
  __CPROVER_assert(c != 0.3, "not exact");
  __CPROVER_assert((int)2.9f == 2 && (int)-2.9f == -2, "towards zero");
  return 0;
}
