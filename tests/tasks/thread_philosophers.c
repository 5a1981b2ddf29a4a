// Three philosophers, each of whom takes the left fork first.
// property: deadlock
// expect: violated(deadlock@11)
// engines: auto paths
#include <pthread.h>
enum { N = 3 };
pthread_mutex_t forks[N];
void *eat(void *place) {
  long i = (long)place;
  pthread_mutex_t *left = &forks[i], *right = &forks[(i + 1) % N];
  pthread_mutex_lock(left), pthread_mutex_lock(right);
  pthread_mutex_unlock(right), pthread_mutex_unlock(left);
  return 0;
}
int main(void) {
  pthread_t t[N];
  for (long i = 0; i < N; i++) pthread_create(&t[i], 0, eat, (void *)i);
  for (int i = 0; i < N; i++) pthread_join(t[i], 0);
}
