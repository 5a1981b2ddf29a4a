// Unknown code cannot break a lock that it is not given: what is accessed under one is not raced for, and can be locked.
// property: race,deadlock,assertion
// expect: holds
// engines: auto paths
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
void unknown(int *);
void print(const char *, ...);
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
struct {
  int before;
  pthread_mutex_t lock;
  int after;
} account = {.lock = PTHREAD_MUTEX_INITIALIZER};
static pthread_rwlock_t locks[2] = {PTHREAD_RWLOCK_INITIALIZER, PTHREAD_RWLOCK_INITIALIZER};
pthread_rwlock_t *second = &locks[1];
static int x, y, z;
int seen;
void *work(void *a) {
  pthread_mutex_lock(&m);
  x++;
  pthread_mutex_unlock(&m);
  assert(pthread_mutex_lock(&account.lock) == 0);
  y++;
  assert(pthread_mutex_unlock(&account.lock) == 0);
  pthread_rwlock_wrlock(&locks[1]);
  z++;
  pthread_rwlock_unlock(&locks[1]);
  return 0;
}
int main(void) {
  pthread_t t;
  unknown(&seen);
  print("%p", &seen);
  pthread_create(&t, 0, work, 0);
  work(0);
  pthread_join(t, 0);
  assert(x == 2 && y == 2 && z == 2);
}
