// By every translation: locks that all take in the same order.
// property: assertion,deadlock
// expect: bounded
// engines: cba
// options: --method epc --rounds 1
// options: --method lr --rounds 1
// options: --method lmp --rounds 1
#include <assert.h>
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
int x;
void *work(void *a) {
  pthread_mutex_lock(&m);
  pthread_mutex_lock(&n);
  assert(x == 0);
  pthread_mutex_unlock(&n);
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  work(0);
  return 0;
}
