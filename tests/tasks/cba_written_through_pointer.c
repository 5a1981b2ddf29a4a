// A global that no instruction names as written may be written through a pointer.
// property: assertion
// expect: violated(assertion@16)
// engines: auto paths cba
#include <assert.h>
#include <pthread.h>
int named, only_read = 3, *pointer = &named;
void *work(void *p) {
  *pointer = only_read;
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  assert(only_read == 3);
  assert(named == 0);
  return 0;
}
