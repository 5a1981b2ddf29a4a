// `rand` and `getenv` need not be safe where threads call them: that they are is assumed. Only the first thread calls
// `srand`.
// property: race
// expect: holds
// engines: auto paths
// assumes: `rand` is taken to be safe where several threads call it
// assumes: `getenv` is taken to be safe where several threads call it
// assumes: threads can always be made
#include <pthread.h>
#include <stdlib.h>
void *work(void *a) { return rand() == 1 && getenv("HOME") != 0 ? a : 0; }
int main(void) {
  pthread_t t;
  srand(1);
  pthread_create(&t, 0, work, 0);
  work(0);
  pthread_join(t, 0);
}
