// How many threads there are is an input: two of them are enough for the error. Of none, none can be joined.
// property: assertion
// expect: violated(assertion@15) violated(assertion@23)
// engines: auto paths
#include <assert.h>
#include <pthread.h>
int n = 1, first, second;
void *writer(void *a) {
  __atomic_store_n(&first, 1, __ATOMIC_SEQ_CST);
  __atomic_store_n(&second, 1, __ATOMIC_SEQ_CST);
  return 0;
}
void *reader(void *a) {
  int later = __atomic_load_n(&second, __ATOMIC_SEQ_CST), earlier = __atomic_load_n(&first, __ATOMIC_SEQ_CST);
  assert(later == earlier);
  return 0;
}
int main(int argc, char **argv) {
  if (argc == 3) n = argv[1][0];
  pthread_t t;
  for (int i = 0; i < n; i++) pthread_create(&t, 0, writer, 0);
  for (int i = 0; i < n; i++) pthread_create(&t, 0, reader, 0);
  pthread_join(t, 0);
}
