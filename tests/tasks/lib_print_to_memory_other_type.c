// An argument of another type than its conversion wants, where it is taken from a list.
// expect: violated(deref@4)
#include <stdio.h>
int main(void) { char b[40]; sprintf(b, "%d", 5l); }
