// A variable of a thread can be written by another one that knows where it is.
// property: race
// expect: violated(race@8)
// engines: auto paths
#include <pthread.h>
_Thread_local int mine;
void *work(void *a) {
  *(int *)a = 1;
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, &mine);
  mine = 2;
  pthread_join(t, 0);
}
