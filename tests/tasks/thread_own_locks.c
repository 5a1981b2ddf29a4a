// Eight threads take from one pot, each with a lock of its own.
// property: race
// expect: violated(race@12)
// engines: auto paths
#include <pthread.h>
enum { N = 8 };
pthread_mutex_t forks[N];
int pot;
void *eat(void *place) {
  long i = (long)place;
  pthread_mutex_lock(&forks[i]);
  pot--;
  pthread_mutex_unlock(&forks[i]);
  return 0;
}
int main(void) {
  pthread_t t[N];
  for (long i = 0; i < N; i++) pthread_create(&t[i], 0, eat, (void *)i);
  for (int i = 0; i < N; i++) pthread_join(t[i], 0);
}
