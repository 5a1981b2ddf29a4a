// A function is left between `pthread_cleanup_push` and `pthread_cleanup_pop`.
// expect: holds
// engines: auto paths
// assumes: what stands between `pthread_cleanup_push` and `pthread_cleanup_pop` may be left by `return`
#include <pthread.h>
static void nothing(void *unused) {}
static int leaves(int early) {
  pthread_cleanup_push(nothing, 0);
  if (early) return 1;
  pthread_cleanup_pop(0);
  return 0;
}
int main(void) { __CPROVER_assert(leaves(1) == 1 && leaves(0) == 0, "returns"); }
