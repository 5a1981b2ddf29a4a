// GCC's older builtins: a lock, a counter, and an exchange.
// property: assertion,race
// expect: holds
// engines: auto paths
#include <assert.h>
#include <pthread.h>
int taken, count, last, plain;
void *work(void *a) {
  __sync_fetch_and_add(&count, 1);
  if (__sync_bool_compare_and_swap(&last, 0, 1)) __sync_add_and_fetch(&count, 10);
  if (__sync_lock_test_and_set(&taken, 1) == 0) {
    plain++;
    __sync_lock_release(&taken);
  }
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  work(0);
  pthread_join(t, 0);
  assert(count == 12 && last == 1 && plain >= 1);
}
