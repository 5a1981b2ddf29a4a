// A thread that still waits when the program ends is no deadlock.
// property: deadlock,assertion
// expect: holds
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
  pthread_detach(t);
  return 0;
}
