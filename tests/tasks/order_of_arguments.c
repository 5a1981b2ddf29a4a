// Arguments and operands are evaluated in any order (C17 6.5.2.2p10): so are calls among them that see each other.
// property: assertion
// expect: violated(assertion@9) violated(assertion@15) violated(assertion@21) violated(assertion@24) violated(assertion@30)
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int n, g, a[4];
static int next(void) { return n++; }
static int set(int v) { g = v; return 0; }
static void two(int x, int y) { assert(x < y); }
static int twice(int x) { return 2 * x; }
int main(void) {
  switch (__VERIFIER_nondet_int()) {
  case 1: two(next(), next()); break;
  case 2: g = 1;
    assert(g + set(5) == 1);
    break;
  case 3: g = 1;
    g += set(5);
    // The old value is read before or after the call.
    assert(g == 1 || g == 5);
    assert(g == 5);
    break;
  case 4: a[n] = next() + 1;
    assert(a[0] == 1);
    break;
  case 5: {
    int p[2] = {next(), next()};
    // One after the other in any case.
    assert(p[0] + p[1] == 1);
    assert(p[0] < p[1]);
    break;
  }
  case 6:
    // Nothing to choose here.
    assert(twice(next()) + twice(3) + a[0] == 6);
    break;
  }
  return 0;
}
