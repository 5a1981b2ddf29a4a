// A jump to a function of another thread.
// property: assertion
// expect: violated(assertion@8)
// engines: auto paths
#include <pthread.h>
#include <setjmp.h>
static jmp_buf env;
static void *work(void *a) { longjmp(env, 1); }
int main(void) {
  pthread_t t;
  if (setjmp(env) == 0) {
    pthread_create(&t, 0, work, 0);
    pthread_join(t, 0);
  }
}
