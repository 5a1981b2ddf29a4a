// A local variable is of interest to other threads from when its address is stored.
// property: assertion
// expect: violated(assertion@9)
// engines: auto paths disjuncts cba
#include <assert.h>
#include <pthread.h>
int *shown;
void *look(void *arg) {
  if (shown) assert(*shown != 1); // fails
  return arg;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, look, 0);
  int here = 0;
  shown = &here;
  here = 1;
  here = 2;
  pthread_join(t, 0);
  return 0;
}
