// The first thread ends and leaves one behind that waits for ever.
// property: deadlock
// expect: violated(deadlock@9)
// engines: auto paths
#include <pthread.h>
#include <semaphore.h>
sem_t jobs;
void *serve(void *a) {
  sem_wait(&jobs);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, serve, 0);
  pthread_exit(0);
}
