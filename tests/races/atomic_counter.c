// A counter that is changed and read atomically; racy: it is read like any other variable.
#include <pthread.h>
int count;
void *work(void *a) {
  __atomic_fetch_add(&count, 1, __ATOMIC_SEQ_CST);
  return 0;
}
int main(void) {
  pthread_t t;
  int got;
  pthread_create(&t, 0, work, 0);
#ifdef RACY
  got = count;
#else
  got = __atomic_load_n(&count, __ATOMIC_SEQ_CST);
#endif
  pthread_join(t, 0);
  return got < 0;
}
