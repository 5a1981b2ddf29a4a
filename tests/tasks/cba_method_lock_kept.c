// By every translation: a thread ends with a lock that the first one waits for while a third one can go on.
// property: deadlock
// expect: violated(deadlock@22)
// engines: cba
// options: --method epc --rounds 2
// options: --method lr --rounds 2
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;
void *keep(void *a) {
  pthread_mutex_lock(&m);
  return 0;
}
void *other(void *a) {
  x = 1;
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, keep, 0);
  pthread_create(&b, 0, other, 0);
  pthread_mutex_lock(&m);
  return 0;
}
