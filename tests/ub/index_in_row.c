// kind: bounds
// seen by: ubsan
// Inside of the whole array, outside of its row (6.5.6p8, J.2).
#ifdef UB
#define J 3
#else
#define J 2
#endif
int main(void) {
  int a[2][3] = {{0}}, j = J;
  return a[0][j];
}
