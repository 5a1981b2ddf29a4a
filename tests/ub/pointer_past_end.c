// kind: pointer
// seen by: none, a local's neighbours are memory too
// One past the end may be computed, no more (6.5.6p8).
#ifdef UB
#define BY 5
#else
#define BY 4
#endif
int main(void) {
  int a[4], by = BY;
  int *p = a + by;
  return p == 0;
}
