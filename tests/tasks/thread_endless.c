// A thread that goes on for ever with what is its own does not keep others from going on.
// property: assertion
// expect: violated(assertion@16)
// engines: auto paths
#include <assert.h>
#include <pthread.h>
int mine;
volatile int here;
void *work(void *a) {
  for (;;) mine = !mine;
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  assert(here == 1);
}
