// `_Exit` runs nothing, `exit` does.
// expect: holds
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
int *memory, done;
static void clean(void) {
  assert(!done);
  free(memory);
  done = 1;
}
int main(void) {
  memory = malloc(sizeof *memory);
  atexit(clean);
  if (__VERIFIER_nondet_int()) {
    done = 1;
    _Exit(0);
  }
  exit(0);
}
