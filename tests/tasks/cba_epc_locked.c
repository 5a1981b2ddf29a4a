// The same counter with a lock: by the translation, no update is lost in three turns of whichever thread.
// property: assertion
// expect: bounded
// engines: cba
// options: --method epc --contexts 4
#include <assert.h>
#include <pthread.h>
int x;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *count(void *p) {
  pthread_mutex_lock(&m);
  *(int *)p = *(int *)p + 1;
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, count, &x);
  count(&x);
  pthread_join(a, 0);
  assert(x == 2);
}
