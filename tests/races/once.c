// A thing is made once; racy: whoever finds none makes one.
#include <pthread.h>
pthread_once_t once = PTHREAD_ONCE_INIT;
int *thing, memory;
void make(void) { thing = &memory; }
void *use(void *a) {
#ifdef RACY
  if (!thing) make();
#else
  pthread_once(&once, make);
#endif
  return thing;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, use, 0);
  use(0);
  return pthread_join(t, 0);
}
