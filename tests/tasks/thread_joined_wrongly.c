// A thread can be joined or detached once, and only if there is one.
// property: assertion
// expect: violated(assertion@45)
// engines: auto paths
// options: -DCASE=1
// options: -DCASE=2
// options: -DCASE=3
// options: -DCASE=4
// options: -DCASE=5
// options: -DCASE=6
// options: -DCASE=7
// options: -DCASE=8
#include <pthread.h>
#include <threads.h>
void *work(void *a) { return 0; }
int work_int(void *a) { return 0; }
pthread_t early;
int main(void) {
  pthread_t t, none, zero = 0;
  thrd_t c11;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
#if CASE == 5
  pthread_create(&t, &attributes, work, 0);
#else
  pthread_create(&t, 0, work, 0);
#endif
  thrd_create(&c11, work_int, 0);
#if CASE == 1
#define WRONG pthread_detach(t), pthread_detach(t)
#elif CASE == 2
#define WRONG pthread_join(t, 0), pthread_join(t, 0)
#elif CASE == 3
#define WRONG pthread_detach(t), pthread_join(t, 0)
#elif CASE == 4 || CASE == 5
#define WRONG pthread_join(CASE == 4 ? none : t, 0)
#elif CASE == 6
#define WRONG pthread_join(early, 0)
#elif CASE == 7
#define WRONG thrd_detach(c11), thrd_join(c11, 0)
#elif CASE == 8
#define WRONG pthread_detach(none)
#endif
  WRONG;
}
