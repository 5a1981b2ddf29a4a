// kind: deref
// seen by: asan
// A local of a block that was left.
int main(void) {
  int outer = 0, *p = &outer;
  {
    int inner = 0;
#ifdef UB
    p = &inner;
#endif
    inner = 0;
  }
  return *p;
}
