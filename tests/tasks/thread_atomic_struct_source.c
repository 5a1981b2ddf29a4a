// Only the access to what is `_Atomic` is atomic, not that to the struct that is copied into it.
// property: race
// expect: violated(race@11)
// engines: auto paths cba
#include <pthread.h>
struct pair {
  int a, b;
} q;
_Atomic struct pair p;
void *work(void *x) {
  x ? (void)(q.b = 1) : (void)(p = q);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  work(&q);
  pthread_join(t, 0);
}
