// Each thread accesses its own copy: nothing is assumed of how long that lives.
// property: assertion
// expect: holds
// engines: auto paths
// assumes: threads can always be made
#include <assert.h>
#include <pthread.h>
#include <string.h>
_Thread_local int own[4];
void *work(void *a) {
  memset(own, 1, sizeof own);
  for (int i = 0; i < 3; i++) own[i] = i;
  assert(own[2] == 2);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  own[2] = 5;
  pthread_join(t, 0);
  assert(own[2] == 5);
}
