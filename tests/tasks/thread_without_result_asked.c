// What a thread returns that comes to its end without saying so can be anything.
// property: assertion
// expect: violated(assertion@13)
// engines: auto paths disjuncts
#include <assert.h>
#include <pthread.h>
void *nothing(void *argument) {}
int main(void) {
  pthread_t thread;
  void *result;
  pthread_create(&thread, 0, nothing, 0);
  pthread_join(thread, &result);
  assert(result == 0);
  return 0;
}
