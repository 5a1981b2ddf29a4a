// Conversions that C does not have, and a format that ends in one.
// options: -DFORMAT='"%y"'
// options: -DFORMAT='"abc%"'
// expect: unknown
#include <stdio.h>
int main(void) { printf(FORMAT, 1); }
