// Without a destructor, what a thread keeps for itself is lost.
// property: cleanup
// expect: violated(cleanup@13)
// engines: auto paths
#include <pthread.h>
#include <stdlib.h>
pthread_key_t key;
void *work(void *a) {
  pthread_setspecific(key, malloc(4));
  return 0;
}
/* */
int main(void) {
  pthread_t t;
  pthread_key_create(&key, 0);
  pthread_create(&t, 0, work, 0);
  pthread_join(t, 0);
}
