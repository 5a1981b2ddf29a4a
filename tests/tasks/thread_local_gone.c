// A local object of another thread dies when its function returns, behind an access that has nothing to do with it.
// property: deref
// expect: violated(deref@10)
// engines: auto paths disjuncts cba
#include <pthread.h>
_Atomic(int *) shown;
void show(void) { int x = 1; shown = &x; shown = 0; }
void *look(void *a) {
  int *seen = shown;
  return seen && *seen == 2 ? a : 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, look, 0);
  show();
  pthread_join(t, 0);
}
