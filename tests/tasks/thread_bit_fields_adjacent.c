// Adjacent bit-fields are one memory location (3.14p1), but where they lie in different units here.
// expect: holds
// engines: auto paths
// assumes: adjacent bit-fields in different storage units are different memory locations
#include <pthread.h>
static struct {
  unsigned long a : 40, b : 24, c : 33;
} x;
static void *other(void *unused) {
  x.a = 1;
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  x.c = 3;
  pthread_join(t, 0);
}
