// A format that takes more arguments than there are.
// expect: violated(deref@4)
#include <stdio.h>
int main(void) { printf("%d %d\n", 1); }
