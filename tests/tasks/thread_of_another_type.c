// A thread that starts with a function that takes a number.
// expect: unknown
#include <pthread.h>
static void *run(int number) { return number ? (void *)0 : (void *)1; }
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, (void *(*)(void *))run, (void *)1);
  __CPROVER_assert(0, "not known");
}
