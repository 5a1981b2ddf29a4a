// A jump to a frame of another thread, when nobody asks whether there are any: what comes of it is not known.
// property: division
// expect: unknown
// engines: auto paths
#include <pthread.h>
#include <setjmp.h>
static jmp_buf env;
int set, end;
static void tell(void) { set = 1; }
void *work(void *arg) {
  if (setjmp(env)) return arg;
  tell();
  end = 1;
  return arg;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  if (set == 1) longjmp(env, 1);
  return 4 / (end + 1);
}
