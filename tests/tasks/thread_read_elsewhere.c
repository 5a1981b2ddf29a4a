// A variable that another thread still reads is not this thread's own affair.
// property: assertion
// expect: violated(assertion@8)
// engines: auto paths disjuncts
#include <assert.h>
#include <pthread.h>
int x;
void *look(void *arg) { assert(x != 1); return arg; } // fails
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, look, 0);
  x = 1;
  x = 2;
  return 0;
}
