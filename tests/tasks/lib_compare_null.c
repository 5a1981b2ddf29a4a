// Null is no memory to compare, not even nothing of it.
// expect: violated(deref@4)
#include <string.h>
int main(void) { char b[1]; return memcmp(b, 0, 0); }
