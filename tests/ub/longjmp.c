// kind: none
// seen by: none, all of it is defined, or as GCC defines it
// Jumps out of functions with all kinds of results, and out of loops.
#include <assert.h>
#include <setjmp.h>
jmp_buf env;
struct S { int a[4]; };
struct S big(int n) { if (n) longjmp(env, n); struct S s = {{1,2,3,4}}; return s; }
double d(int n) { if (n) longjmp(env, n); return 1.5; }
int *q(int n) { if (n) longjmp(env, n); static int x; return &x; }
int rec(int n) { if (n == 0) longjmp(env, 9); return rec(n - 1) + 1; }
int main(void) {
  volatile int step = 0;
  volatile struct S v = {{0}};
  int c = setjmp(env);
  switch (step++) {
  case 0: big(1); assert(0);
  case 1: assert(c == 1); d(2); assert(0);
  case 2: assert(c == 2); q(3); assert(0);
  case 3: assert(c == 3); rec(5); assert(0);
  case 4: assert(c == 9); assert(big(0).a[3] == 4); break;
  default: assert(0);
  }
  { int n = 3; 
    while (n-- > 0) { jmp_buf in; volatile int k = n; if (setjmp(in)) { assert(k == n); continue; } longjmp(in, 1); } 
    assert(n == -1); }
  return 0;
}
