// kind: shift
// seen by: ubsan
// By as many as there are bits.
#ifdef UB
#define BY 32
#else
#define BY 31
#endif
int main(void) {
  unsigned x = 5, n = BY;
  x = x >> n;
  return x == 7;
}
