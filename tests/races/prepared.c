// What a thread reads is written before it is made; racy: after.
#include <pthread.h>
int input;
void *work(void *a) {
  return input > 0 ? a : 0;
}
int main(void) {
  pthread_t t;
#ifndef RACY
  input = 3;
#endif
  pthread_create(&t, 0, work, 0);
#ifdef RACY
  input = 3;
#endif
  pthread_join(t, 0);
  return 0;
}
