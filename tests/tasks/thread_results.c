// Arguments, results, threads in an array, semaphores, a barrier, once.
// property: assertion,deadlock
// expect: holds
// engines: auto paths
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
int made;
pthread_once_t once = PTHREAD_ONCE_INIT;
sem_t s;
void make(void) { made++; }
void *run(void *a) {
  pthread_once(&once, make);
  sem_wait(&s);
  sem_post(&s);
  if (pthread_equal(pthread_self(), 1)) pthread_exit(a);
  return a;
}
int main(void) {
  pthread_t t[2];
  int v[2];
  sem_init(&s, 0, 1);
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, run, &v[i]);
  for (int i = 0; i < 2; i++) {
    void *r;
    pthread_join(t[i], &r);
    assert(r == &v[i]);
  }
  assert(made == 1);
}
