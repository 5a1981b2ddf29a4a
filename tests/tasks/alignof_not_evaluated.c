// The operand of `_Alignof` is not evaluated, and an array has the alignment of its elements: so it is a constant, also
// where the length of the array is none.
// expect: holds
int f(void);
int a[_Alignof(char[f()]) == 1 ? 1 : -1];
int b[_Alignof(double[f()][3]) == _Alignof(double) ? 1 : -1];
int main(int argc, char **argv) {
  int n = argc;
  __CPROVER_assert(__alignof__(int[n++]) == 4 && n == argc, "");
}
