// kind: overflow
// seen by: ubsan
// A difference.
#ifdef UB
#define BY 2
#else
#define BY 1
#endif
int main(void) {
  int x = -2147483647;
  x = x - BY;
  return x == 0;
}
