// A counter under a lock; racy: one thread counts without it.
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int count;
void *work(void *locks) {
  if (locks) pthread_mutex_lock(&m);
  count++;
  if (locks) pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  pthread_t t;
#ifdef RACY
  pthread_create(&t, 0, work, 0);
#else
  pthread_create(&t, 0, work, &m);
#endif
  work(&m);
  pthread_join(t, 0);
  return 0;
}
