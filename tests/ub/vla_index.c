// kind: bounds
// seen by: ubsan
#ifdef UB
#define I 3
#else
#define I 2
#endif
int main(void) {
  int n = 3, i = I;
  int a[n];
  a[0] = 0;
  a[i] = 0;
  return a[0];
}
