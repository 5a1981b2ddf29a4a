// By every translation: a lock, the beginning of a thread and its end put accesses in order.
// property: race,assertion
// expect: holds
// engines: cba
// options: --method epc --rounds 3
// options: --method lr --rounds 3
// options: --method lmp --rounds 3
// options: --method epc
#include <assert.h>
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;
void *work(void *a) {
  pthread_mutex_lock(&m);
  x++;
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  pthread_t a;
  x = 1;
  pthread_create(&a, 0, work, 0);
  pthread_mutex_lock(&m);
  x++;
  pthread_mutex_unlock(&m);
  pthread_join(a, 0);
  assert(x == 3);
  return 0;
}
