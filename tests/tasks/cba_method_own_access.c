// By every translation: an access to a thread's own array that is checked ends the program where it is invalid;
// before that, the other thread can see what it has written.
// property: assertion,deref
// expect: violated(assertion@12) violated(deref@18)
// engines: cba
// options: --method epc --rounds 2
// options: --method lr --rounds 2
// options: --method lmp --rounds 2
#include <pthread.h>
int x;
static void *other(void *arg) {
  __CPROVER_assert(x == 0, "nothing is written yet");
  return arg;
}
static void *own(void *arg) {
  int here[2], i = x + 5;
  x = 1;
  *(here + i) = 1;
  return arg;
}
int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, own, 0);
  pthread_create(&t, 0, other, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  return 0;
}
