// Each thread reads what the other wrote before the barrier; racy: there is none.
#include <pthread.h>
pthread_barrier_t barrier;
int cell[2];
void *work(void *a) {
  int me = a != 0, got;
  cell[me] = 1;
#ifndef RACY
  pthread_barrier_wait(&barrier);
#endif
  got = cell[!me];
  return got < 0 ? a : 0;
}
int main(void) {
  pthread_t t;
  pthread_barrier_init(&barrier, 0, 2);
  pthread_create(&t, 0, work, &barrier);
  work(0);
  return pthread_join(t, 0);
}
