// Whoever has the lock sees what the last owner left: in whatever order, by any number of turns.
// property: assertion
// expect: holds
// engines: cba
#include <assert.h>
#include <pthread.h>
int x = 0;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *count(void *a) {
  pthread_mutex_lock(&m);
  x++;
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  pthread_t other;
  pthread_create(&other, 0, count, 0);
  count(0);
  pthread_join(other, 0);
  assert(x == 2);
  return 0;
}
