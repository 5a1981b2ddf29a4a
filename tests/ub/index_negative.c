// kind: bounds
// seen by: ubsan
#ifdef UB
#define I (-1)
#else
#define I 0
#endif
int main(void) {
  int a[4] = {0}, i = I;
  return a[i];
}
