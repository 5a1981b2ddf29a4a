// A struct that is `_Atomic` is read and written as a whole.
// property: assertion,race
// expect: holds
// engines: auto paths
#include <assert.h>
#include <pthread.h>
struct pair {
  int a, b;
};
_Atomic struct pair p;
void *work(void *x) {
  struct pair q = {1, 1};
  p = q;
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  struct pair r = p, s;
  s = p;
  assert(r.a == r.b && s.a == s.b && r.a <= s.a);
  pthread_join(t, 0);
}
