// kind: vla
// seen by: ubsan
// The size of an array must be positive (6.7.6.2p5).
#ifdef UB
#define N 0
#else
#define N 1
#endif
int main(void) {
  int n = N;
  char a[n];
  return sizeof a == 77;
}
