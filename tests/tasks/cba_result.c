// What only the first thread accesses through pointers needs no turn: arguments of pthread_create and pthread_join.
// property: assertion,deadlock
// expect: holds
// engines: auto paths cba
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
sem_t s;
int x;
void *run(void *a) {
  sem_wait(&s);
  x = 1;
  return a;
}
int main(void) {
  pthread_t t;
  int v;
  sem_init(&s, 0, 0);
  pthread_create(&t, 0, run, &v);
  sem_post(&s);
  void *r;
  pthread_join(t, &r);
  assert(r == &v);
  assert(x == 1);
}
