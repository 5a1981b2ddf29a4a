// A thread is handed a pointer and writes through it twice; by every translation, the value between the two is seen.
// property: assertion
// expect: violated(assertion@22)
// engines: cba
// options: --method epc --rounds 2
// options: --method lr --rounds 2
// options: --method lmp --rounds 2
#include <assert.h>
#include <pthread.h>
int x;
static void put(int *p, int value) { *p = value; }
void *twice(void *p) {
  put(p, 1);
  put(p, 0);
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, twice, &x);
  int seen = x;
  int again = x;
  assert(seen == 0 && again == 0);
}
