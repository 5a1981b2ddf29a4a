// A thread's own invalid access ends the program; before that, another thread can violate an assertion.
// property: assertion,deref
// expect: violated(assertion@13) violated(deref@19)
// engines: cba
// options: --rounds 2
// options: --method epc --rounds 2
// options: --method lr --rounds 2
// options: --method lmp --rounds 2
#include <pthread.h>
int x;
static void touch(void) { x = 1; }
static void *other(void *arg) {
  __CPROVER_assert(x == 1, "not before the other one has written it");
  return arg;
}
static void *own(void *arg) {
  int here[2], *p = 0;
  here[0] = 1;
  *p = here[0];
  return arg;
}
int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, own, 0);
  pthread_create(&t, 0, other, 0);
  touch();
  pthread_join(s, 0);
  pthread_join(t, 0);
  return 0;
}
