// The copy of a variable that belongs to a thread is gone when the thread has ended: that nobody looks there is assumed.
// property: assertion
// expect: holds
// engines: auto paths
// assumes: a variable of which every thread has its own is accessed only while that thread lives
// assumes: threads can always be made
#include <assert.h>
#include <pthread.h>
_Thread_local int own;
int *shown;
void *work(void *a) {
  own = 7;
  shown = &own;
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  pthread_join(t, 0);
  assert(*shown == 7);
}
