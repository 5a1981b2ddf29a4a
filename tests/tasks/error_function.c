// `error` ends the program if its status is not zero, and counts its messages. glibc declares it with a body that hands
// its arguments on.
// expect: violated(assertion@16)
// property: assertion,deref
#include <errno.h>
#include <error.h>
int nondet_int(void);
int main(void) {
  int n = nondet_int();
  error(0, 0, "not fatal: %d", n);
  __CPROVER_assert(error_message_count == 1, "");
  error_at_line(0, errno, __FILE__, __LINE__, "%s", "not fatal either");
  __CPROVER_assert(error_message_count == 2, "");
  error(n, 0, "fatal perhaps");
  __CPROVER_assert(n == 0, "else it is over");
  __CPROVER_assert(error_message_count != 3, "");
  error(1, 0, "fatal");
  __CPROVER_assert(0, "never");
}
