// Threads that start with functions of a type that only compilers accept: without a result, and without parameters.
// property: assertion
// expect: holds
// engines: auto paths disjuncts
#include <pthread.h>
int x, y;
void first() { x = 1; }
void second(void *to) { *(int *)to = 2; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, first, 0);
  pthread_join(t, 0);
  pthread_create(&t, 0, (void *)second, &y);
  pthread_join(t, 0);
  __CPROVER_assert(x == 1 && y == 2, "");
}
