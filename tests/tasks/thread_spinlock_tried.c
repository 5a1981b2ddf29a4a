// Whoever goes on although trying failed is not alone.
// property: race
// expect: violated(race@9)
// engines: auto paths
#include <pthread.h>
pthread_spinlock_t lock;
int x;
void *work(void *a) {
  pthread_spin_trylock(&lock), x++;
  pthread_spin_unlock(&lock);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_spin_init(&lock, 0);
  pthread_create(&t, 0, work, 0);
  work(0);
  pthread_join(t, 0);
}
