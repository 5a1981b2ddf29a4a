// A function returns behind the last thing that others can see of it, and its local variables die.
// property: deref
// expect: violated(deref@18)
// engines: auto paths disjuncts
#include <pthread.h>
#include <stdlib.h>
int *shown;
static void show(void) {
  int here = 0;
  shown = &here;
  shown = 0;
}
void *work(void *arg) { show(); abort(); return arg; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  int *p = shown;
  if (p) *p = 1; // fails
  pthread_join(t, 0);
  return 0;
}
