// `atomic_init` is no atomic access (7.17.2.2p2): that nothing else accesses the object meanwhile is assumed.
// property: race
// expect: holds
// engines: auto paths
// assumes: no thread accesses an atomic object while `atomic_init` initialises it
// assumes: threads can always be made
#include <pthread.h>
#include <stdatomic.h>
atomic_int shared;
void *work(void *a) {
  atomic_store(&shared, 1);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  atomic_init(&shared, 2);
  pthread_join(t, 0);
}
