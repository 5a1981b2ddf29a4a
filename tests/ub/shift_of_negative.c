// kind: shift
// seen by: ubsan
// A negative number is shifted left (6.5.7p4); to the right is defined by the implementation.
#ifdef UB
#define SHIFT(x) ((x) << 1)
#else
#define SHIFT(x) ((x) >> 1)
#endif
int main(void) {
  int x = -5;
  x = SHIFT(x);
  return x == 7;
}
