// What `printf` returns when nothing fails depends on its arguments.
// expect: violated(assertion@11)
#include <assert.h>
#include <stdio.h>
int nondet_int(void);
int main(void) {
  signed char x = nondet_int();
  int n = fprintf(stderr, "<%d %s>", x, "abc");
  assert(n < 0 || n >= 7 && n <= 10);
  assert(n < 0 || x != -10 || n == 9);
  assert(n != 8);
}
