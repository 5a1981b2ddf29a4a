// What a thread leaves behind of its own variables is gone when it has ended, in every schedule.
// property: assertion
// expect: unknown
// engines: auto paths disjuncts cba
#include <assert.h>
#include <pthread.h>
static void *run(void *a) {
  int local = 2;
  (void)a;
  return &local;
}
int main(void) {
  pthread_t id;
  void *r;
  pthread_create(&id, 0, run, 0);
  pthread_join(id, &r);
  assert(*(int *)r == 3);
}
