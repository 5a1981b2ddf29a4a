// kind: deref
// seen by: ubsan
struct pair { int a, b; } x;
#ifdef UB
#define P 0
#else
#define P &x
#endif
int main(void) {
  struct pair *p = P;
  return p->b;
}
