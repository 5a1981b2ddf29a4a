// Exceptions, as libraries make them: handlers in a list of the stack, one in another, and an error that is handed on.
// property: assertion,deref
// expect: holds
// engines: auto bmc paths
#include <assert.h>
#include <setjmp.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
#define TRY { jmp_buf here; jmp_buf *outer = handler; handler = &here; int code = setjmp(here); if (code == 0) {
#define CATCH handler = outer; } else { handler = outer;
#define END } }
static jmp_buf *handler;
static _Noreturn void raise_error(int code) {
  if (!handler) abort();
  longjmp(*handler, code);
}
static int divide(int a, int b) {
  if (b == 0) raise_error(7);
  return a / b;
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  volatile int caught = 0, got = 0;
  TRY
    got = divide(100, n == 3 ? 0 : 5);
    TRY
      divide(1, n == 4 ? 0 : 1);
    CATCH
      caught += 10;
      raise_error(8);
    END
  CATCH
    caught += code;
  END
  if (n == 3) assert(caught == 7 && got == 0);
  else if (n == 4) assert(caught == 18 && got == 20);
  else assert(caught == 0 && got == 20);
  assert(handler == 0);
}
