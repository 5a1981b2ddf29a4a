// How numbers are written in the C locale.
// expect: holds
#include <locale.h>
#include <assert.h>
int main(void) { assert(localeconv()->decimal_point[0] == '.'); }
