// A barrier waits for one more than there are.
// property: deadlock
// expect: violated(deadlock@9)
// engines: auto paths
#include <pthread.h>
pthread_barrier_t barrier;
/* */
void *work(void *p) {
  pthread_barrier_wait(&barrier);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_barrier_init(&barrier, 0, 3);
  pthread_create(&t, 0, work, 0);
  work(0);
  pthread_join(t, 0);
}
