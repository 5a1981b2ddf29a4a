// kind: deref
// seen by: ubsan
int x;
#ifdef UB
#define P 0
#else
#define P &x
#endif
int main(void) {
  int *p = P;
  return *p;
}
