// Handlers are called if the thread ends before they are taken away: the last one first, in whatever call it ends.
// property: assertion,race,deadlock
// expect: holds
// engines: auto paths
#include <assert.h>
#include <pthread.h>
int order[2], count, one = 1, two = 2;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
void note(void *p) { order[count++] = *(int *)p; }
void unlock(void *p) { pthread_mutex_unlock(p); }
void inner(void) {
  pthread_cleanup_push(note, &two);
  pthread_exit(&two);
  pthread_cleanup_pop(0);
}
void *work(void *a) {
  pthread_mutex_lock(&lock);
  pthread_cleanup_push(unlock, &lock);
  pthread_cleanup_push(note, &one);
  inner();
  pthread_cleanup_pop(0);
  pthread_cleanup_pop(0);
  return 0;
}
int main(void) {
  pthread_t t;
  void *result;
  pthread_create(&t, 0, work, 0);
  pthread_join(t, &result);
  pthread_mutex_lock(&lock);
  assert(result == &two && count == 2 && order[0] == 2 && order[1] == 1);
}
