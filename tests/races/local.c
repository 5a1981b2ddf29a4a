// A local variable that another thread writes is read when that has ended; racy: the wrong one was waited for.
#include <pthread.h>
void *set(void *p) {
  *(int *)p = 1;
  return 0;
}
int main(void) {
  pthread_t t, u;
  int a = 0, b = 0, sum;
  pthread_create(&t, 0, set, &a);
  pthread_create(&u, 0, set, &b);
  pthread_join(t, 0);
#ifdef RACY
  sum = b;
#else
  sum = a;
#endif
  pthread_join(u, 0);
  return sum < 0;
}
