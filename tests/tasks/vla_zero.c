// The length of a variable-length array is positive (6.7.6.2p5), and its size fits `ptrdiff_t`.
// property: vla
// expect: violated(vla@9) violated(vla@10) violated(vla@11) violated(vla@12)
// engines: auto bmc paths
int nondet_int(void);
int zero;
int main(void) {
  switch (nondet_int()) {
  case 0: { char c[zero]; return sizeof c; }
  case 1: { int n = nondet_int(); char c[n]; return sizeof c > 5; }
  case 2: { unsigned long n = 1ul << 61; long c[n]; return c[0] == 0; }
  case 3: return sizeof(int[zero][3]) > 1;
  case 4: { int n = 3; char c[n]; return sizeof c > 5; }
  }
  return 0;
}
