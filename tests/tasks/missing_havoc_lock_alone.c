// The same without threads, in a loop; what lies beside a lock takes any content.
// property: deadlock,assertion
// expect: violated(assertion@18)
// engines: auto paths bmc
#include <assert.h>
#include <pthread.h>
void unknown(void);
struct {
  int before;
  pthread_mutex_t lock;
} account = {.lock = PTHREAD_MUTEX_INITIALIZER};
int main(void) {
  for (int i = 0; i < 3; i++) {
    assert(pthread_mutex_lock(&account.lock) == 0);
    unknown();
    assert(pthread_mutex_unlock(&account.lock) == 0);
  }
  assert(account.before == 0);
}
