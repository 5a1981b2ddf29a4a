// Seven philosophers, one of whom takes the right fork first: the order of most steps does not matter.
// property: deadlock,race
// expect: holds
// engines: auto paths disjuncts
#include <pthread.h>
enum { N = 7 };
pthread_mutex_t forks[N];
int meals[N];
void *eat(void *place) {
  long i = (long)place;
  pthread_mutex_t *left = &forks[i == 0 ? 1 : i], *right = &forks[i == 0 ? 0 : (i + 1) % N];
  pthread_mutex_lock(left), pthread_mutex_lock(right);
  meals[i]++;
  pthread_mutex_unlock(right), pthread_mutex_unlock(left);
  return 0;
}
int main(void) {
  pthread_t t[N];
  for (long i = 0; i < N; i++) pthread_create(&t[i], 0, eat, (void *)i);
  for (int i = 0; i < N; i++) pthread_join(t[i], 0);
}
