// A variable is read that has a value on one path only; a variable whose initialiser is jumped over has none.
// property: uninit
// expect: violated(uninit@8) violated(uninit@9)
extern int nondet_int(void);
int main(void) {
  int x, y;
  if (nondet_int()) x = 1;
  y = x + 1;
  switch (y) { int z = 3; case 2: y = z; }
  return 0;
}
