// Reads of values that nobody uses, where nobody writes at the same time, and names that are not read.
// property: race
// expect: holds
// engines: auto paths
#include <pthread.h>
int a, b[2], c;
struct { int m, n; } s;
void *work(void *unused) {
  a;
  (void)s;
  b;
  (void)&c;
  (void)sizeof c;
  return unused;
}
int main(void) {
  pthread_t other;
  pthread_create(&other, 0, work, 0);
  int k = (a, s, 0);
  b[0] = 1, c = k;
  pthread_join(other, 0);
}
