// By every translation: an atomic section accesses what is also accessed outside of it.
// property: race
// expect: violated(race@13)
// engines: cba
// options: --method epc --rounds 2
// options: --method lr --rounds 2
// options: --method lmp --rounds 2
// options: --method lr --contexts 2
// options: --method lmp
#include <pthread.h>
int x;
void *work(void *a) {
  __atomic_fetch_add(&x, 1, __ATOMIC_SEQ_CST);
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  x = 2;
  return 0;
}
