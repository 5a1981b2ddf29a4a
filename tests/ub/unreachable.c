// kind: assertion
// seen by: ubsan
int main(void) {
#ifdef UB
  int x = 1;
#else
  int x = 0;
#endif
  if (x) __builtin_unreachable();
  return 0;
}
