// What looks as if locks excluded races, and does not.
// property: race
// expect: violated(race@20)
// options: -DKIND=1
// options: -DKIND=2
// options: -DKIND=3
// options: -DKIND=4
// options: -DKIND=5
// options: -DKIND=6
// options: -DKIND=7
// options: -DKIND=8
// options: -DKIND=9
// options: -DKIND=10
// options: -DKIND=11
// engines: auto paths
#include <pthread.h>
int nondet_int(void);
int shared;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
static void add(void) { shared++; }
static void give_back(void) { pthread_mutex_unlock(&m); }
static void *work(void *arg) {
#if KIND == 1
  if (nondet_int()) return pthread_mutex_lock(&other), add(), pthread_mutex_unlock(&other), NULL;
#endif
#if KIND == 11
  int locks = nondet_int();
  if (locks) pthread_mutex_lock(&m);
  else nondet_int();
  add();
  if (locks) pthread_mutex_unlock(&m);
  return 0;
#endif
#if KIND == 2
  if (nondet_int())
#endif
    pthread_mutex_lock(&m);
#if KIND == 3
  give_back();
#endif
  add();
#if KIND != 3
  pthread_mutex_unlock(&m);
#endif
#if KIND == 4
  add();
#endif
  return 0;
}
static void *beside(void *arg) {
#if KIND == 5
  pthread_mutex_unlock(&m);
#endif
  return 0;
}
int main(void) {
  pthread_t a, b, c;
#if KIND == 7
  pthread_mutex_destroy(&m);
#endif
#if KIND == 8
  for (int i = 0; i < 2; i++)
#endif
    pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
  pthread_create(&c, 0, beside, 0);
#if KIND == 9
  a = c;
#elif KIND == 6
  pthread_detach(a);
#endif
#if KIND != 10
  pthread_join(a, 0);
#endif
  pthread_join(b, 0);
  pthread_join(c, 0);
  add();
}
