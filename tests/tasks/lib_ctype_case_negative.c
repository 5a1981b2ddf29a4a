// The case of a negative character.
// expect: violated(deref@4)
#include <ctype.h>
int main(void) { char c = (char)0xe9; return toupper(c) != 0; }
