// A lock in the heap, or a spin lock, that unknown code cannot reach is as the program left it.
// property: assertion,deadlock,race
// expect: holds
// engines: auto paths
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
struct account {
  pthread_mutex_t lock;
  int amount;
};
void unknown(int *);
int seen;
static pthread_spinlock_t spin;
void *work(void *a) {
  struct account *account = a;
  unknown(&seen);
  assert(pthread_mutex_lock(&account->lock) == 0);
  account->amount++;
  assert(pthread_mutex_unlock(&account->lock) == 0);
  return 0;
}
int main(void) {
  pthread_t t;
  struct account *account = malloc(sizeof *account);
  pthread_mutex_init(&account->lock, 0);
  pthread_spin_init(&spin, 0);
  account->amount = 0;
  unknown(&seen);
  pthread_create(&t, 0, work, account);
  assert(pthread_spin_lock(&spin) == 0);
  pthread_join(t, 0);
  assert(account->amount == 1);
}
