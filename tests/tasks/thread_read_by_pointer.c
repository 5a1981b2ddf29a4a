// A variable that another thread reads through a pointer is not this thread's own affair, though only this one names it.
// property: assertion
// expect: violated(assertion@8)
// engines: auto paths disjuncts
#include <assert.h>
#include <pthread.h>
int x;
void *look(void *p) { assert(*(int *)p != 1); return 0; } // fails
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, look, &x);
  x = 1;
  x = 2;
  return 0;
}
