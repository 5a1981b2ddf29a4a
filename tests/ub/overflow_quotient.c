// kind: overflow
// seen by: ubsan
// The least number divided by -1.
#ifdef UB
#define BY (-1)
#else
#define BY (-2)
#endif
int main(void) {
  int x = -2147483647 - 1, y = BY;
  x = x / y;
  return x == 7;
}
