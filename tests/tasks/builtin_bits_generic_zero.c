// Without a second argument, the generic builtins are undefined for zero.
// expect: violated(assertion@6)
unsigned short nondet_ushort(void);
int main(void) {
  unsigned short x = nondet_ushort();
  int n = __builtin_clzg(x);
  return n;
}
