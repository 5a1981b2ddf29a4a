// Every thread has its element of an array; racy: two have the same.
#include <pthread.h>
int slot[3];
void *work(void *mine) {
  for (int i = 0; i < 2; i++) ++*(int *)mine;
  return 0;
}
int main(void) {
  pthread_t t[3];
  for (int i = 0; i < 3; i++) {
#ifdef RACY
    pthread_create(&t[i], 0, work, &slot[i / 2]);
#else
    pthread_create(&t[i], 0, work, &slot[i]);
#endif
  }
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
  return 0;
}
