// Waits of C11 with a time limit: they end in one way or the other, and what is done with the lock is done alone.
// property: assertion,race,deadlock
// expect: holds
// engines: auto paths
#include <assert.h>
#include <threads.h>
#include <time.h>
mtx_t lock;
cnd_t changed;
int n;
int work(void *a) {
  struct timespec until;
  if (timespec_get(&until, TIME_UTC) != TIME_UTC) return -1;
  int r = mtx_timedlock(&lock, &until);
  assert(r == thrd_success || r == thrd_timedout);
  if (r != thrd_success) return 0;
  r = cnd_timedwait(&changed, &lock, &until);
  assert(r == thrd_success || r == thrd_timedout);
  n++;
  mtx_unlock(&lock);
  thrd_exit(1);
}
int main(void) {
  thrd_t t;
  int result;
  mtx_init(&lock, mtx_plain | mtx_timed);
  cnd_init(&changed);
  thrd_create(&t, work, 0);
  mtx_lock(&lock);
  cnd_signal(&changed);
  mtx_unlock(&lock);
  thrd_join(t, &result);
  assert(result == n || result == -1);
}
