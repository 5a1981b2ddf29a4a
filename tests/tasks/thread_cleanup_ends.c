// A handler that is called because the thread ends: not modelled, so nothing is known.
// property: assertion
// expect: unknown
// engines: auto paths cba
#include <assert.h>
#include <pthread.h>
int n;
void up(void *p) { ++*(int *)p; }
void *work(void *a) {
  pthread_cleanup_push(up, &n);
  if (n == 0) pthread_exit(0);
  pthread_cleanup_pop(0);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  pthread_join(t, 0);
  assert(n == 0);
}
