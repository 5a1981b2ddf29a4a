// Many threads, few of them at once.
// property: assertion
// expect: holds
// engines: auto paths
#include <pthread.h>
static int count;
static _Thread_local int own = 1;
static void *work(void *a) {
  own++;
  count += own;
  return 0;
}
int main(void) {
  for (int i = 0; i < 300; i++) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    pthread_join(t, 0);
  }
  __CPROVER_assert(count == 600 && own == 1, "each has its own");
}
