// Two members of one struct; racy: bit-fields, which share their memory.
#include <pthread.h>
#ifdef RACY
struct { unsigned a : 4, b : 4; } s;
#else
struct { unsigned char a, b; } s;
#endif
void *work(void *x) {
  s.a = 1;
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  s.b = 1;
  return pthread_join(t, 0);
}
