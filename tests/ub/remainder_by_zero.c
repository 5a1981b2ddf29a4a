// kind: division
// seen by: ubsan
// Unsigned too.
#ifdef UB
#define BY 0
#else
#define BY 1
#endif
int main(void) {
  unsigned x = 5, y = BY;
  x = x % y;
  return x == 7;
}
