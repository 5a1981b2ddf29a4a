// A thread that is cancelled ends at a cancellation point, by way of its handlers, with a result of its own; it may also
// have ended before.
// property: assertion,deadlock,deref
// expect: holds
// engines: auto paths
// assumes: no thread is cancelled after it was joined, or after it was detached and has ended
// assumes: threads can always be made
#include <assert.h>
#include <pthread.h>
static int cleaned, done;
static void clean(void *number) { cleaned += *(int *)number; }
static void *work(void *a) {
  int ten = 10;
  pthread_cleanup_push(clean, &ten);
  pthread_testcancel();
  done = 1;
  pthread_cleanup_pop(0);
  return 0;
}
int main(void) {
  pthread_t t;
  void *result;
  pthread_create(&t, 0, work, 0);
  pthread_cancel(t);
  pthread_join(t, &result);
  assert(result == PTHREAD_CANCELED || result == 0);
  assert(result == PTHREAD_CANCELED ? cleaned == 10 && done == 0 : cleaned == 0 && done == 1);
}
