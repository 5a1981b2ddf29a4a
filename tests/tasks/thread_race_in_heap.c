// A byte of a heap object is written by one thread and read by another.
// property: race
// expect: violated(race@9)
// engines: auto paths
#include <pthread.h>
#include <stdlib.h>
struct pair { int a, b; };
void *run(void *p) {
  ((struct pair *)p)->b = 1;
  return 0;
}
/* */
int main(void) {
  pthread_t t;
  struct pair *p = malloc(sizeof *p);
  if (!p) return 1;
  pthread_create(&t, 0, run, p);
  p->a = 1;
  int b = p->b;
  pthread_join(t, 0);
  return b;
}
