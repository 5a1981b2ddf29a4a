// What an atomic store takes its value from is read like anything else.
// property: race
// expect: violated(race@8)
// engines: auto paths cba
#include <pthread.h>
int x, y;
void *work(void *a) {
  a ? (void)(y = 1) : __atomic_store(&x, &y, __ATOMIC_SEQ_CST);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  work(&x);
  pthread_join(t, 0);
}
