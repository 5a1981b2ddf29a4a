// What older headers make of the macros: handlers are called all the same.
// property: assertion
// expect: violated(assertion@29)
// engines: auto paths
#include <assert.h>
#include <pthread.h>
struct handler {
  void (*routine)(void *);
  void *argument;
  int kind;
  struct handler *before;
};
void _pthread_cleanup_push(struct handler *, void (*)(void *), void *);
void _pthread_cleanup_pop(struct handler *, int);
int n;
void up(void *p) { ++*(int *)p; }
void *work(void *a) {
  struct handler first, second;
  _pthread_cleanup_push(&first, up, &n);
  _pthread_cleanup_pop(&first, 1);
  assert(n == 1);
  _pthread_cleanup_push(&second, up, &n);
  pthread_exit(0);
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  pthread_join(t, 0);
  assert(n == 1);
}
