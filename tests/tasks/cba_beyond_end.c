// In a translation, an access that begins at the end of its object is invalid.
// property: deref
// expect: violated(deref@10)
// engines: cba
// options: --method lr --rounds 2
// options: --method epc --rounds 2
// options: --method lmp --rounds 2
#include <pthread.h>
int x, all[2];
void *work(void *arg) { int *p = all + x; *p = 5; return arg; } // fails
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  x = 2;
  pthread_join(t, 0);
  return 0;
}
