// kind: pointer
// seen by: asan-pointers
int main(void) {
  int a[4], b[4];
#ifdef UB
  int less = a < b;
#else
  int less = a < &a[2];
#endif
  return less == 77 && b[0] == a[0];
}
