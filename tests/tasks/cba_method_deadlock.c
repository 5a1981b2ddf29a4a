// By every translation: two threads take two locks in different orders.
// property: assertion,deadlock
// expect: violated(deadlock@24)
// engines: cba
// options: --method epc --rounds 2
// options: --method lr --rounds 2
// options: --method lmp --rounds 2
#include <assert.h>
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
int x;
void *work(void *a) {
  pthread_mutex_lock(&n);
  pthread_mutex_lock(&m);
  assert(x == 0);
  pthread_mutex_unlock(&m);
  pthread_mutex_unlock(&n);
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  pthread_mutex_lock(&m);
  pthread_mutex_lock(&n);
  return 0;
}
