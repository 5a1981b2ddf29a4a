// Each thread jumps in its own functions.
// property: assertion,race,deref
// expect: holds
// engines: auto paths
// assumes: threads can always be made
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>
static void fail(jmp_buf env, int code) { longjmp(env, code); }
static void *work(void *a) {
  jmp_buf env;
  int code = (int)(long)a;
  if (setjmp(env) == 0) {
    fail(env, code);
    assert(0);
  }
  return a;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, (void *)2);
  work((void *)1);
  void *result;
  pthread_join(t, &result);
  assert(result == (void *)2);
}
