// By every translation: a thread frees its own memory twice, which ends the program; before that, the other thread can see
// what it has written.
// property: assertion,free
// expect: violated(assertion@14) violated(free@22)
// engines: cba
// options: --rounds 2
// options: --method epc --rounds 2
// options: --method lr --rounds 2
// options: --method lmp --rounds 2
#include <pthread.h>
#include <stdlib.h>
int x;
static void *other(void *arg) {
  __CPROVER_assert(x == 0, "nothing is written yet");
  return arg;
}
static void *own(void *arg) {
  int *here = malloc(4);
  if (!here) return arg;
  x = 1;
  free(here);
  free(here);
  return arg;
}
int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, own, 0);
  pthread_create(&t, 0, other, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  return 0;
}
