// What is done once is done before anybody goes on.
// property: assertion,race,deadlock
// expect: holds
// engines: auto paths
#include <assert.h>
#include <pthread.h>
pthread_once_t once = PTHREAD_ONCE_INIT;
int x;
void make(void) { x++; }
void *work(void *a) {
  pthread_once(&once, make);
  assert(x == 1);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  work(0);
  pthread_join(t, 0);
}
