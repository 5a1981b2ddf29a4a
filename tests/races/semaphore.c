// A semaphore says when data is there; racy: it is there from the start.
#include <pthread.h>
#include <semaphore.h>
sem_t there;
int data;
void *produce(void *a) {
  data = 5;
  sem_post(&there);
  return 0;
}
int main(void) {
  pthread_t t;
  int got;
#ifdef RACY
  sem_init(&there, 0, 1);
#else
  sem_init(&there, 0, 0);
#endif
  pthread_create(&t, 0, produce, 0);
  sem_wait(&there);
  got = data;
  pthread_join(t, 0);
  return got < 0;
}
