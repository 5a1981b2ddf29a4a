// Readers and a writer; racy: the writer locks as a reader.
#include <pthread.h>
pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int x, seen[2];
void *reader(void *a) {
  pthread_rwlock_rdlock(&lock);
  *(int *)a = x;
  pthread_rwlock_unlock(&lock);
  return 0;
}
int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, reader, &seen[0]);
  pthread_create(&u, 0, reader, &seen[1]);
#ifdef RACY
  pthread_rwlock_rdlock(&lock);
#else
  pthread_rwlock_wrlock(&lock);
#endif
  x = 1;
  pthread_rwlock_unlock(&lock);
  pthread_join(t, 0);
  return pthread_join(u, 0);
}
