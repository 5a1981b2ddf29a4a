// The first call of `strtok` is given a text (7.24.5.8p2).
// expect: violated(deref@4)
#include <string.h>
int main(void) { return strtok(0, ",") != 0; }
