// A function of `atexit` must not end the program again (7.22.4.4p2).
// expect: violated(assertion@4)
#include <stdlib.h>
static void again(void) { exit(1); }
int main(void) { atexit(again); }
