// Cleanup handlers that are taken away again, called or not.
// property: assertion,race
// expect: holds
// engines: auto paths cba
#include <assert.h>
#include <pthread.h>
int n;
void up(void *p) { ++*(int *)p; }
void *work(void *a) {
  pthread_cleanup_push(up, &n);
  n += 2;
  pthread_cleanup_pop(1);
  pthread_cleanup_push(up, &n);
  pthread_cleanup_pop(0);
  pthread_exit(0);
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  pthread_join(t, 0);
  assert(n == 3);
}
