// Where memory was freed that others know of, single paths do not tell whether new memory lies there.
// property: assertion
// expect: unknown
// engines: paths disjuncts
#include <pthread.h>
#include <stdlib.h>
int *shown;
void *work(void *arg) {
  int *p = malloc(4);
  shown = p;
  free(p);
  return arg;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  pthread_join(t, 0);
  int *p = malloc(4);
  __CPROVER_assert(p != shown, "may lie there");
  return 0;
}
