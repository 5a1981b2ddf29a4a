// Every thread has its own copy of a variable, with its first value.
// property: assertion,race
// expect: holds
// engines: auto paths
#include <assert.h>
#include <pthread.h>
__thread int mine = 5;
int shared;
static void count(void) {
  static _Thread_local int calls;
  calls++, mine++;
  assert(mine == 5 + calls);
}
void *work(void *a) {
  count();
  return 0;
}
int main(void) {
  pthread_t t;
  count();
  pthread_create(&t, 0, work, 0);
  count();
  pthread_join(t, 0);
  assert(mine == 7);
}
