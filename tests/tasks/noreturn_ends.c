// It does not: it ends the program, or calls itself for ever, or another one that does.
// expect: holds
#include <assert.h>
#include <stdlib.h>
_Noreturn static void stop(int code) {
  exit(code);
}
__attribute__((noreturn)) static void fail(void) { stop(1); }
int main(int argc, char **argv) {
  (void)argv;
  if (argc > 3)
    fail();
  assert(argc <= 3);
  return 0;
}
