// kind: assertion
// seen by: ubsan
#ifdef UB
#define X 0
#else
#define X 1
#endif
int main(void) {
  unsigned x = X;
  return __builtin_clz(x) == 77;
}
