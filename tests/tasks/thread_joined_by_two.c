// Two threads join the same one: what each is told is not defined.
// property: assertion
// expect: violated(assertion@10)
// engines: auto paths
#include <pthread.h>
pthread_t t;
void *work(void *a) { return 0; }
void *join(void *a) {
  void *result;
  pthread_join(t, &result);
  return 0;
}
int main(void) {
  pthread_create(&t, 0, work, 0);
  pthread_create(&(pthread_t){0}, 0, join, 0);
  join(0);
}
