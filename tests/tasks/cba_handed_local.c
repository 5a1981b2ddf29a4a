// What only functions of the first thread access through pointers is its own; what it hands to a thread is not.
// property: assertion
// expect: violated(assertion@18)
// engines: auto paths cba
#include <assert.h>
#include <pthread.h>
static void put(int *p, int value) { *p = value; }
void *work(void *p) {
  *(int *)p = 2;
  return 0;
}
int main(void) {
  int own = 0, handed = 0;
  pthread_t a;
  pthread_create(&a, 0, work, &handed);
  put(&own, 1);
  assert(own == 1);
  assert(handed == 0);
  return 0;
}
