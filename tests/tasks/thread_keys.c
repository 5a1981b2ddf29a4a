// Data of a thread, and the destructor that is called with it when the thread ends.
// property: assertion,race,cleanup
// expect: holds
// engines: auto paths
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
pthread_key_t key;
int destroyed;
void destroy(void *p) {
  assert(*(int *)p == 7);
  destroyed++;
  free(p);
}
void *work(void *a) {
  assert(pthread_getspecific(key) == 0);
  int *p = malloc(sizeof *p);
  if (p == 0) return a;
  *p = 7;
  pthread_setspecific(key, p);
  return 0;
}
int main(void) {
  pthread_t t;
  void *result;
  pthread_key_create(&key, destroy);
  pthread_create(&t, 0, work, &key);
  pthread_join(t, &result);
  assert(destroyed == (result == 0));
}
