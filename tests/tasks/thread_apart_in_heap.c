// Two threads use different parts of a heap object.
// property: race
// expect: holds
// engines: auto paths cba
#include <pthread.h>
#include <stdlib.h>
struct pair { int a, b; };
void *run(void *p) {
  ((struct pair *)p)->b = 1;
  return 0;
}
/* The property is the program's: it stands where the entry function does. */
int main(void) {
  pthread_t t;
  struct pair *p = malloc(sizeof *p);
  if (!p) return 1;
  pthread_create(&t, 0, run, p);
  p->a = 1;
  int b = p->a;
  pthread_join(t, 0);
  return b;
}
