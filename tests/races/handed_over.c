// An object belongs to whom it was given; racy: it is looked at once more.
#include <pthread.h>
#include <stdlib.h>
void *consume(void *p) {
  ++*(int *)p;
  free(p);
  return 0;
}
int main(void) {
  pthread_t t;
  int *p = malloc(sizeof *p), before;
  if (!p) return 0;
  *p = 1;
  before = *p;
  pthread_create(&t, 0, consume, p);
#ifdef RACY
  before = *p;
#endif
  pthread_join(t, 0);
  return before < 0;
}
