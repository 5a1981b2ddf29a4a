// kind: deref
// seen by: crash
// A string literal may not be changed (6.4.5p7).
int main(void) {
  char own[] = "abc";
  char *p = own;
#ifdef UB
  p = "abc";
#endif
  p[0] = 'x';
  return 0;
}
