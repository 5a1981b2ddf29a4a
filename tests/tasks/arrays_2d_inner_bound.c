// The inner index is too large although the access stays inside the whole array.
// expect: violated(bounds@8)
extern int nondet_int(void);
int m[3][4];
int main(void) {
  int j = nondet_int();
  if (j < 0 || j > 4) return 0;
  return m[1][j];
}
