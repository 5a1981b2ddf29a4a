// Two functions have two addresses, also as numbers, and neither is that of a byte of an object.
// property: assertion
// expect: holds
#include <assert.h>
static int f(void) { return 1; }
static int g(void) { return 2; }
static int x;
int main(void) {
    unsigned long a = (unsigned long)f, b = (unsigned long)g, c = (unsigned long)&x;
    assert(a != b);
    assert(a < c || a - c >= sizeof x);
    return 0;
}
