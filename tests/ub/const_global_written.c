// kind: deref
// seen by: crash
static const int fixed = 1;
static int free_ = 1;
int main(void) {
  int *p = &free_;
#ifdef UB
  p = (int *)&fixed;
#endif
  *p = 2;
  return 0;
}
