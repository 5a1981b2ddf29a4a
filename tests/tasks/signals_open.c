// Handlers of signals are not modelled.
// property: assertion
// expect: unknown
// engines: auto paths
#include <signal.h>
static volatile sig_atomic_t seen;
static void handle(int number) { seen = 1; }
int main(void) {
  signal(SIGINT, handle);
  __CPROVER_assert(seen == 0, "no signal came");
}
