// A variable of the environment is the same until it is set.
// expect: holds
#include <stdlib.h>
#include <string.h>
#include <assert.h>
int main(void) {
  char *a = getenv("A");
  char *b = getenv("A");
  assert(a == b);
  if (setenv("B", "xyz", 1) == 0) assert(strcmp(getenv("B"), "xyz") == 0);
  static char t[] = "C=5";
  if (putenv(t) == 0) { t[2] = '6'; assert(getenv("C")[0] == '6'); }
  if (unsetenv("C") == 0) assert(getenv("C") == 0);
}
