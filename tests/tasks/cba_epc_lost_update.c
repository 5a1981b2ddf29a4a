// A pointer to a counter is handed to two threads that do not lock: by the translation, an update can be lost.
// property: assertion
// expect: violated(assertion@21)
// engines: cba
// options: --method epc --rounds 2
#include <assert.h>
#include <pthread.h>
int x;
static void add(int *p, int n) {
  for (int i = 0; i < n; i++) *p = *p + 1;
}
void *count(void *p) {
  add(p, 1);
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, count, &x);
  pthread_create(&b, 0, count, &x);
  pthread_join(a, 0), pthread_join(b, 0);
  assert(x == 2);
}
