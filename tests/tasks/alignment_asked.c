// The alignment that is asked for is part of an object, on the stack, among the globals and in the heap.
// property: assertion
// expect: violated(assertion@20)
// engines: auto bmc paths disjuncts
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
_Alignas(128) static char global[3];
static uintptr_t low(void *p, unsigned n) { return (uintptr_t)p & (n - 1); }
int main(void) {
  _Alignas(64) char local[3];
  struct { _Alignas(32) char c; } in;
  void *p = aligned_alloc(64, 128), *q;
  assert(low(global, 128) == 0 && low(local, 64) == 0 && low(&in, 32) == 0);
  assert(low(p, 64) == 0);
  free(p);
  if (posix_memalign(&q, 256, 5)) return 0;
  assert(low(q, 256) == 0 && low((char *)q + 5, 256) == 5);
  assert(low(malloc(1), 16) == 0);
  assert(low(q, 512) == 0);
  return 0;
}
