// By every translation: both threads write, and one of them without the lock.
// property: race
// expect: violated(race@15)
// engines: cba
// options: --method epc --rounds 2
// options: --method lr --rounds 2
// options: --method lmp --rounds 2
// options: --method epc --contexts 2
// options: --method lr
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;
void *work(void *a) {
  pthread_mutex_lock(&m);
  x = 1;
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  x = 2;
  pthread_join(a, 0);
  return 0;
}
