// The result of a thread whose function gives none is not known.
// property: assertion
// expect: unknown
// engines: auto paths
#include <pthread.h>
void nothing(void *argument) {}
int main(void) {
  pthread_t t;
  void *result;
  pthread_create(&t, 0, nothing, 0);
  pthread_join(t, &result);
  __CPROVER_assert(result == 0, "");
}
