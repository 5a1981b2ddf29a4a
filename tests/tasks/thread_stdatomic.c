// The functions of stdatomic.h, weaker orders as if they were the strongest.
// property: assertion,race
// expect: holds
// engines: auto paths
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int x;
atomic_flag busy = ATOMIC_FLAG_INIT;
int data, seen;
atomic_bool ready;
void *work(void *a) {
  int old = 1;
  atomic_fetch_add_explicit(&x, 2, memory_order_relaxed);
  if (!atomic_flag_test_and_set(&busy)) {
    seen = 1;
    atomic_flag_clear(&busy);
  }
  data = 7;
  atomic_store_explicit(&ready, 1, memory_order_release);
  atomic_compare_exchange_strong(&x, &old, 5);
  return 0;
}
int main(void) {
  pthread_t t;
  atomic_init(&x, 1);
  pthread_create(&t, 0, work, 0);
  if (atomic_load_explicit(&ready, memory_order_acquire)) assert(data == 7);
  pthread_join(t, 0);
  assert(atomic_load(&x) == 3 && seen);
}
