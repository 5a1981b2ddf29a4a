// C11: two threads write without a lock.
// property: race
// expect: violated(race@7)
// engines: auto paths
#include <threads.h>
int x;
int work(void *a) { return x++; }
int main(void) {
  thrd_t t;
  thrd_create(&t, work, 0);
  work(0);
  thrd_join(t, 0);
}
