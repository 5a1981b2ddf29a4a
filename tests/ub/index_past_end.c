// kind: bounds
// seen by: ubsan
#ifdef UB
#define I 4
#else
#define I 3
#endif
int main(void) {
  int a[4] = {0}, i = I;
  a[i] = 1;
  return a[0];
}
