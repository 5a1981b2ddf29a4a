// An array of arrays.
// expect: violated(assertion@13)
extern int nondet_int(void);
int m[3][4];
int main(void) {
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 4; j++) m[i][j] = 10 * i + j;
  int i = nondet_int(), j = nondet_int();
  if (i < 0 || i >= 3 || j < 0 || j >= 4) return 0;
  __CPROVER_assert(m[i][j] == 10 * i + j, "rows and columns");
  int *flat = &m[0][0];
  __CPROVER_assert(flat[4 * i + j] == m[i][j], "in a row");
  __CPROVER_assert(m[i][j] != 13, "13 is at m[1][3]");
  return 0;
}
