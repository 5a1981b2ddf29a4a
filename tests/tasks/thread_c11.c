// The threads of C11.
// property: assertion,race,deadlock
// expect: holds
// engines: auto paths
#include <assert.h>
#include <threads.h>
mtx_t m;
cnd_t c;
once_flag once = ONCE_FLAG_INIT;
int ready, made;
void make(void) { made++; }
int work(void *a) {
  call_once(&once, make);
  mtx_lock(&m);
  ready = 1;
  cnd_signal(&c);
  mtx_unlock(&m);
  return 42;
}
int main(void) {
  thrd_t t;
  int result;
  mtx_init(&m, mtx_plain), cnd_init(&c);
  thrd_create(&t, work, 0);
  call_once(&once, make);
  mtx_lock(&m);
  if (!ready) cnd_wait(&c, &m);
  mtx_unlock(&m);
  thrd_join(t, &result);
  assert(result == 42 && made == 1 && ready);
}
