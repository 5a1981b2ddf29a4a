// Threads that count without a lock: updates are lost, but what was written once is never zero again.
// property: assertion
// expect: bounded
// engines: cba
// options: --rounds 3
#include <assert.h>
#include <pthread.h>
int x = 0;
void *count(void *a) {
  for (int i = 0; i < 4; i++) x = x + 1;
  assert(x > 0);
  return 0;
}
int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, count, 0);
  pthread_create(&second, 0, count, 0);
  return 0;
}
