// `localtime` gives a pointer to the one date that all its callers share.
// property: race
// expect: violated(race@9)
// engines: auto paths
#include <pthread.h>
#include <time.h>
void *work(void *a) {
  time_t now = 0;
  return localtime(&now)->tm_year > 70 ? a : 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  work(0);
  pthread_join(t, 0);
}
