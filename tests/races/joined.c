// A result is read after the thread has ended; racy: before.
#include <pthread.h>
int result;
void *work(void *a) {
  result = 7;
  return 0;
}
int main(void) {
  pthread_t t;
  int got;
  pthread_create(&t, 0, work, 0);
#ifdef RACY
  got = result;
  pthread_join(t, 0);
#else
  pthread_join(t, 0);
  got = result;
#endif
  return got < 0;
}
