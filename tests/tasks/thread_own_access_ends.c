// A thread's own invalid access ends the program; before that, another thread can violate an assertion.
// property: assertion,deref
// expect: violated(assertion@8) violated(deref@16)
// engines: auto paths disjuncts
#include <assert.h>
#include <pthread.h>
int x;
void *look(void *arg) { assert(x != 1); return arg; } // fails

int main(void) {
  pthread_t t;
  int own[2], i = 2;
  pthread_create(&t, 0, look, 0);
  x = 1;
  // Nobody else knows of this one.
  own[i] = 3; // fails
  return 0;
}
