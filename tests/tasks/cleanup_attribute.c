// The cleanup of a variable runs on every way out of its scope, after the value of `return` has been computed.
// property: assertion
// expect: holds
#include <assert.h>
int __VERIFIER_nondet_int(void);

static int left;
static void leave(int *p) { left += *p; }

static int ways(int n) {
  for (int i = 0; i < 2; i++) {
    int x __attribute__((cleanup(leave))) = 1;
    if (n == 0)
      return left;
    if (n == 1)
      continue;
    if (n == 2)
      break;
    x = 10;
  }
  return left;
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  int result = ways(n);
  if (n == 0)
    assert(result == 0 && left == 1);
  else if (n == 1)
    assert(result == 2 && left == 2);
  else if (n == 2)
    assert(result == 1 && left == 1);
  else
    assert(result == 20 && left == 20);
  return 0;
}
