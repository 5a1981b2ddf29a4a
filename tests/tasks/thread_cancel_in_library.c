// `sleep` is a cancellation point, `printf` may be one, `malloc` is none.
// property: assertion
// expect: violated(assertion@24)
// engines: auto paths
// options: -DHERE=sleep(1)
// options: -DHERE=printf("%d\n",x)
// options: -DHERE=write(1,"x",1)
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
static int x;
static void *work(void *a) {
  free(malloc(1)), x = 1;
  HERE;
  return 0;
}
int main(void) {
  pthread_t t;
  void *result;
  pthread_create(&t, 0, work, 0);
  pthread_cancel(t), pthread_join(t, &result);
  assert(result == 0);
  assert(x == 1);
}
