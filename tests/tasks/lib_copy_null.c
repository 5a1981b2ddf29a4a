// Null is no memory to copy, not even nothing of it.
// expect: violated(deref@4)
#include <string.h>
int main(void) { char b[1]; memcpy(b, 0, 0); }
