// A stream that is an argument is an open one.
// options: --function next
// expect: holds
// assumes: a `FILE *` in arguments is null or an open stream of its own
#include <stdio.h>
int next(FILE *from) { return from ? fgetc(from) : -1; }
