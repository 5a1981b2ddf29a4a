// The same for a lock beside a member whose address unknown code got; before that the lock is as the program left it.
// property: assertion,deadlock
// expect: unknown
// options: -DKIND=0
// options: -DKIND=1
// options: -DKIND=2
// engines: auto paths bmc
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
void keep(int *);
void unknown(void);
struct {
  int before;
  pthread_spinlock_t spin;
} global;
int main(void) {
  struct {
    int before;
    pthread_mutex_t lock;
    sem_t places;
  } local = {.lock = PTHREAD_MUTEX_INITIALIZER};
  sem_init(&local.places, 0, 1);
  pthread_spin_init(&global.spin, 0);
  assert(pthread_mutex_lock(&local.lock) == 0 && pthread_mutex_unlock(&local.lock) == 0);
  keep(&local.before);
  unknown();
  if (KIND == 0) assert(pthread_mutex_lock(&local.lock) == 0);
  if (KIND == 1) assert(sem_wait(&local.places) == 0);
  if (KIND == 2) assert(pthread_spin_lock(&global.spin) == 0);
}
