// A value that nobody uses is read nevertheless (C17 6.3.2.1p2), and such a read can race with a write.
// property: race
// expect: violated(race@16)
// engines: auto paths
// options: -DREAD=a
// options: -DREAD=(void)a
// options: -DREAD=b
// options: -DREAD=a,0
// options: -DREAD=(void)s
// options: -DREAD=p->in
// options: -DREAD=unused?a:b
#include <pthread.h>
int a;
volatile int b;
struct { int m; struct { int n, o; } in; } s, *p = &s;
void *work(void *unused) { READ; return 0; }
int main(void) {
  pthread_t other;
  pthread_create(&other, 0, work, &a);
  a = 1, b = 1, s.in.o = 1;
  pthread_join(other, 0);
}
