// An index that was tested.
// expect: holds
extern int nondet_int(void);
int main(void) {
  int a[8], i = nondet_int();
  if (i >= 0 && i < 8) a[i] = 1;
  return 0;
}
