// Structs are loaded, stored and exchanged as a whole by the functions of <stdatomic.h>; all bytes are compared.
// property: assertion,race
// expect: holds
// engines: auto paths
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
struct pair {
  int a, b;
};
_Atomic struct pair p;
void *work(void *x) {
  struct pair old = atomic_load(&p), new;
  do {
    new.a = old.a + 1;
    new.b = old.b + 2;
  } while (!atomic_compare_exchange_strong(&p, &old, new));
  return 0;
}
int main(void) {
  pthread_t t;
  atomic_store(&p, ((struct pair){0, 0}));
  pthread_create(&t, 0, work, 0);
  work(0);
  pthread_join(t, 0);
  struct pair last = atomic_exchange(&p, ((struct pair){5, 6}));
  assert(last.a == 2 && last.b == 4);
  assert(atomic_load(&p).b == 6);
}
