// kind: pointer
// seen by: asan-pointers
int main(void) {
  int a[4], b[4];
#ifdef UB
  long d = b - a;
#else
  long d = &a[3] - a;
#endif
  return d == 77 && b[0] == a[0];
}
