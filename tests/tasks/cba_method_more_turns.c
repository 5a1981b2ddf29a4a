// Two rounds do not suffice for all schedules of these threads: the verdict says up to where it goes.
// property: assertion
// expect: bounded
// engines: cba
// options: --method epc --rounds 2
// options: --method lr --rounds 2
// options: --method lmp --rounds 2
// options: --method epc --contexts 3
#include <assert.h>
#include <pthread.h>
int x, y;
void *work(void *a) {
  x = 1;
  y = 1;
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  int first = x;
  int second = y;
  assert(first >= 0 && second >= 0);
  return 0;
}
