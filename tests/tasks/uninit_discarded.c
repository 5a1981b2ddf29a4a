// A value that nobody uses is read nevertheless (C17 6.3.2.1p2).
// property: uninit
// expect: violated(uninit@8) violated(uninit@9) violated(uninit@10)
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x, y = 1, z, k;
  switch (__VERIFIER_nondet_int()) {
  case 0: x; break;
  case 1: (void)z; break;
  case 2: { int u; k = (u, 0); break; }
  // These are read with a value, or not read at all.
  case 3: (void)y; (void)sizeof x; break;
  case 4: x = 1; x; break;
  }
}
