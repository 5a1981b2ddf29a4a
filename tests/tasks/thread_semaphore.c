// A semaphore says when data is there.
// property: assertion,race,deadlock
// expect: holds
// engines: auto paths
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
sem_t full, empty;
int data;
void *work(void *a) {
  for (int i = 1; i <= 2; i++) {
    sem_wait(&empty);
    data = i;
    sem_post(&full);
  }
  return 0;
}
int main(void) {
  pthread_t t;
  sem_init(&full, 0, 0), sem_init(&empty, 0, 1);
  pthread_create(&t, 0, work, 0);
  for (int i = 1; i <= 2; i++) {
    sem_wait(&full);
    assert(data == i);
    sem_post(&empty);
  }
  pthread_join(t, 0);
}
