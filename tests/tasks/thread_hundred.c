// A hundred threads, each of them alive while no other one is but the first: each has a variable of its own and a result.
// property: assertion,deadlock,race
// expect: holds
// engines: auto paths
#include <assert.h>
#include <pthread.h>
_Thread_local int own = 3;
int made;
void *work(void *a) {
  assert(own++ == 3);
  made++;
  return a;
}
int main(void) {
  pthread_t t;
  void *result;
  for (int i = 0; i < 100; i++) {
    pthread_create(&t, 0, work, &made);
    pthread_join(t, &result);
    assert(result == &made);
  }
  assert(made == 100);
}
