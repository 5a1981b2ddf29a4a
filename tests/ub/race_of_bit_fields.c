// kind: race
// seen by: tsan
// Neighbouring bit-fields are one memory location (3.14p3), members are not.
#include <pthread.h>
#ifdef UB
struct { unsigned a : 4, b : 4; } x;
#else
struct { unsigned char a, b; } x;
#endif
static void *write(void *arg) {
  x.a = 1;
  return arg;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, write, 0);
  x.b = 1;
  pthread_join(t, 0);
  return 0;
}
