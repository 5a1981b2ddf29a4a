// With threads, too, nothing is claimed behind an access that is invalid on every path and that nobody asks about.
// property: assertion
// expect: unknown
// engines: auto paths disjuncts
#include <assert.h>
#include <pthread.h>
int nondet_int(void);
int x;
void *work(void *arg) { x = 1; return arg; }
int main(void) {
  pthread_t t;
  int own[2] = {0, 0}, i = nondet_int();
  pthread_create(&t, 0, work, 0);
  if (i < 2 || i > 4) return 0;
  own[i] = x;
  assert(0);
  return 0;
}
