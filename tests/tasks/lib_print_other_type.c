// An argument of another type than its conversion wants: told, and not followed.
// expect: holds
// assumes: arguments of another type than a format says are taken to be written somehow
#include <stdio.h>
int main(void) { printf("%d\n", sizeof(int)); }
