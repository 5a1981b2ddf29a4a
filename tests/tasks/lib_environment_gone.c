// What `putenv` was given must live as long as it is in the environment.
// expect: violated(deref@7)
#include <stdlib.h>
static void set(void) { char text[] = "A=1"; putenv(text); }
int main(void) {
  set();
  return getenv("A") != 0;
}
