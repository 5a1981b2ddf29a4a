// kind: uninit
// seen by: msan
int main(void) {
#ifdef UB
  int x;
#else
  int x = 0;
#endif
  if (x) return 0;
  return 0;
}
