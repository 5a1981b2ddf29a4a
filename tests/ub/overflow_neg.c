// kind: overflow
// seen by: ubsan
// The least number has no negative.
#ifdef UB
#define X (-9223372036854775807LL - 1)
#else
#define X (-9223372036854775807LL)
#endif
int main(void) {
  long long x = X;
  x = -x;
  return x == 1;
}
