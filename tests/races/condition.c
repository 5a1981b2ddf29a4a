// A value is handed over under a lock; racy: it is read when the lock was given back, while the next one is written.
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int full, value;
void *produce(void *a) {
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&m);
    value = i;
    full = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
  }
  return 0;
}
int main(void) {
  pthread_t t;
  int got;
  pthread_create(&t, 0, produce, 0);
  pthread_mutex_lock(&m);
  while (!full) pthread_cond_wait(&c, &m);
#ifdef RACY
  pthread_mutex_unlock(&m);
  got = value;
#else
  got = value;
  pthread_mutex_unlock(&m);
#endif
  pthread_join(t, 0);
  return got < 0;
}
