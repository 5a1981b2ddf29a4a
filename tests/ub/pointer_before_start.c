// kind: pointer
// seen by: none, a local's neighbours are memory too
// A loop that walks down must stop at the start.
int main(void) {
  int a[4] = {0}, sum = 0;
#ifdef UB
  for (int *p = a + 3; p >= a; p--) sum += *p;
#else
  for (int *p = a + 4; p > a;) sum += *--p;
#endif
  return sum;
}
