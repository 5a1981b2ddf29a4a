// kind: shift
// seen by: ubsan
#ifdef UB
#define BY (-1)
#else
#define BY 0
#endif
int main(void) {
  long x = 5;
  int n = BY;
  x = x << n;
  return x == 7;
}
