// Data is announced before it is there.
// property: assertion,race
// expect: violated(race@10) violated(assertion@16)
// engines: auto paths
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
int data;
atomic_bool ready;
void *work(void *a) { atomic_store(&ready, 1), data = 7; return 0; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  if (atomic_load(&ready)) {
    int seen = data;
    assert(seen == 7);
  }
  pthread_join(t, 0);
}
