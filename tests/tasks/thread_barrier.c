// What was written before a barrier can be read behind it.
// property: assertion,race,deadlock
// expect: holds
// engines: auto paths
#include <assert.h>
#include <pthread.h>
pthread_barrier_t barrier;
int a[2];
void *work(void *p) {
  int me = p != 0;
  a[me] = 1;
  pthread_barrier_wait(&barrier);
  assert(a[!me] == 1);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_barrier_init(&barrier, 0, 2);
  pthread_create(&t, 0, work, &barrier);
  work(0);
  pthread_join(t, 0);
}
