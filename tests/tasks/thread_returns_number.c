// Functions that give an `int` as functions of threads, through pointers: what they give is the lower part of the result.
// property: assertion
// expect: holds
// engines: auto paths
// assumes: `f` gives a number that is called a pointer: the upper part of this may be anything
// assumes: `g` gives a number that is called a pointer: the upper part of this may be anything
// assumes: threads can always be made
// assumes: calls of `f` by another type than that of its definition do what the calling conventions of x86 make of them
#include <assert.h>
#include <pthread.h>
typedef void *(*start)(void *);
static int x;
static int f() {
  x++;
  return 5;
}
static int g(void *a) {
  x += *(int *)a;
  return -1;
}
static struct job { start run; } jobs[2] = {{(start)f}, {(start)g}};
int main(void) {
  int ten = 10;
  void *result;
  for (int i = 0; i < 2; i++) {
    pthread_t t;
    pthread_create(&t, 0, jobs[i].run, &ten);
    pthread_join(t, &result);
    assert((int)(long)result == (i == 0 ? 5 : -1));
  }
  assert(x == 11 && f() == 5);
}
