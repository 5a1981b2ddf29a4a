// Memory from `alloca` in a function with arrays of variable length.
// expect: holds
// assumes: memory from `alloca` lives until its function returns, though an array of variable length ends before
int main(void) {
  char *p;
  {
    int n = 3;
    char v[n];
    p = __builtin_alloca(4);
    p[0] = v[0] = 1;
  }
  return p[0] - 1;
}
