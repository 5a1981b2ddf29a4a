// Data behind a flag that is atomic; racy: a flag like any other.
#include <pthread.h>
#ifdef RACY
int ready;
#else
_Atomic int ready;
#endif
int data;
void *produce(void *a) {
  data = 42;
  ready = 1;
  return 0;
}
int main(void) {
  pthread_t t;
  int got = 0;
  pthread_create(&t, 0, produce, 0);
  if (ready) got = data;
  pthread_join(t, 0);
  return got < 0;
}
