// kind: deref
// seen by: none, its memory is that of other locals
int main(void) {
  int plain = 1;
  const int fixed = 1;
  int *p = &plain;
#ifdef UB
  p = (int *)&fixed;
#endif
  *p = 2;
  return plain == 77 || fixed == 77;
}
