// Unknown code that can reach a lock in the heap may have changed its bytes: nothing is known of it then.
// property: assertion,deadlock
// expect: unknown
// engines: auto paths bam
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
struct account {
  pthread_mutex_t lock;
  int amount;
};
void unknown(void);
struct account *known;
int main(void) {
  struct account *account = known = malloc(sizeof *account);
  pthread_mutex_init(&account->lock, 0);
  unknown();
  assert(pthread_mutex_lock(&account->lock) == 0);
}
