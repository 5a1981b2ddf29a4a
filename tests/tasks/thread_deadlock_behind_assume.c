// One thread ends with a lock that another waits for; the assumption of `main` behind that does not hold, but comes later.
// property: deadlock
// expect: violated(deadlock@14)
// engines: auto paths disjuncts cba
#include <pthread.h>
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
void __CPROVER_assume(_Bool);
int never;
static void *keeps(void *unused) {
  pthread_mutex_lock(&lock);
  return 0;
}
static void *gives_back(void *unused) {
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, keeps, 0);
  pthread_create(&b, 0, gives_back, 0);
  __CPROVER_assume(never);
  return 0;
}
