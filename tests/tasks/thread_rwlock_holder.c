// Who unlocks a read-write lock is taken to hold it.
// expect: holds
// assumes: read-write locks are unlocked by threads that hold them
#include <pthread.h>
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int main(void) {
  pthread_rwlock_rdlock(&lock);
  __CPROVER_assert(pthread_rwlock_unlock(&lock) == 0, "held");
}
