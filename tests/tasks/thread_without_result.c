// Threads that come to their end without saying what they return: nobody asks, so there are no cases of it.
// property: deadlock,assertion
// expect: holds
// engines: auto paths disjuncts
#include <assert.h>
#include <pthread.h>
enum { N = 4 };
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int sum;
void *add(void *number) {
  pthread_mutex_lock(&mutex);
  sum += (int)(long)number;
  pthread_mutex_unlock(&mutex);
}
int main(void) {
  pthread_t threads[N];
  for (long i = 0; i < N; i++) pthread_create(&threads[i], 0, add, (void *)i);
  for (int i = 0; i < N; i++) pthread_join(threads[i], 0);
  assert(sum == 6);
  return 0;
}
