// Nobody says that the data was taken: the second one waits.
// property: deadlock
// expect: violated(deadlock@9)
// engines: auto paths
#include <pthread.h>
#include <semaphore.h>
sem_t empty;
void *work(void *a) {
  for (int i = 0; i < 2; i++) sem_wait(&empty);
  return 0;
}
int main(void) {
  pthread_t t;
  sem_init(&empty, 0, 1);
  pthread_create(&t, 0, work, 0);
  pthread_join(t, 0);
}
