// kind: overflow
// seen by: ubsan
// A sum of two ints.
#ifdef UB
#define BY 1
#else
#define BY 0
#endif
int main(void) {
  int x = 2147483647;
  x = x + BY;
  return x == 0;
}
