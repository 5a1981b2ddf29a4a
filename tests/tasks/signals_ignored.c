// Signals that are ignored, or left to the system, run no code of the program; what was installed before is known.
// expect: holds
// assumes: nothing
#include <assert.h>
#include <signal.h>
#include <string.h>
int main(void) {
  if (signal(SIGPIPE, SIG_IGN) == SIG_ERR) return 1;
  assert(signal(SIGPIPE, SIG_DFL) == SIG_IGN);
  struct sigaction action, old;
  memset(&action, 0, sizeof action);
  action.sa_handler = SIG_IGN;
  sigemptyset(&action.sa_mask);
  assert(sigaction(SIGINT, &action, 0) == 0);
  assert(sigaction(SIGINT, 0, &old) == 0 && old.sa_handler == SIG_IGN);
  assert(sigaction(SIGKILL, &action, 0) == -1);
  return 0;
}
