// With a translation and enough turns no schedule needs more of them: then the verdict is about all interleavings.
// property: assertion,deadlock
// expect: holds
// engines: cba
// options: --method epc --rounds 2
// options: --method lr --rounds 2
// options: --method lmp --rounds 2
// options: --method epc --contexts 3
// options: --method epc
#include <assert.h>
#include <pthread.h>
int x;
void *work(void *a) {
  x = 1;
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  int seen = x;
  assert(seen == 0 || seen == 1);
  return 0;
}
