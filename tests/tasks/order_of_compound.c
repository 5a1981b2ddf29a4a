// A compound assignment finds its place and the value of the other operand in any order (C17 6.5p3, 6.5.16p3): so are the
// effects of calls in them.
// property: assertion,division,deref
// expect: violated(assertion@39) violated(assertion@41) violated(division@42) violated(assertion@44) violated(assertion@46) violated(assertion@48) violated(assertion@50) violated(assertion@52) violated(assertion@56) violated(assertion@57) violated(assertion@60) violated(assertion@63)
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int x, d, v, a[2] = {1, 0};
static struct s {
  int v;
  unsigned b : 4;
} s;
static double w;
static _Complex double z;
typedef int four __attribute__((vector_size(16)));
static four u, *at;
static int zero(void) {
  x = 1;
  return 0;
}
static int five(void) {
  a[0] = 5;
  return x = 1;
}
static int *place(void) {
  d = 1;
  return &v;
}
static struct s *record(void) {
  x = 1;
  return &s;
}
static double *real(void) {
  x = 1;
  return &w;
}
int main(void) {
  switch (__VERIFIER_nondet_int()) {
  case 0: a[zero()] <<= x + 1;
    assert(a[0] == 4); break;
  case 1: a[zero()] <<= x + 1;
    assert(a[0] == 2); break;
  case 2: *place() += 10 / d; break;
  case 3: record()->v -= x;
    assert(s.v == -1); break;
  case 4: record()->v -= x;
    assert(s.v == 0); break;
  case 5: record()->b |= x;
    assert(s.b == 0); break;
  case 6: *real() += x;
    assert(w == 1); break;
  case 7: *(zero(), &z) += x;
    assert(__real__ z == 1); break;
  // Its old value is read before the call, or after it: but not before its place is found.
  case 8: a[zero()] += five();
    assert(a[0] == 2 || a[0] == 6);
    assert(a[0] == 2);
    assert(a[0] == 6);
    break;
  case 9: at = &u; *(zero(), at) += (four){x, x, x, x};
    assert(u[0] == 1); break;
  // The operation on an atomic object is one.
  case 10: { static _Atomic int n[1] = {3}; n[zero()] += x;
    assert(n[0] == 4); break; }
  }
}
