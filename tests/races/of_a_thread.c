// A variable of which every thread has its own; racy: a static one.
#include <pthread.h>
#ifdef RACY
static int calls;
#else
static _Thread_local int calls;
#endif
void *work(void *a) {
  calls++;
  return calls > 5 ? a : 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  work(0);
  return pthread_join(t, 0);
}
