// Code without body is given the address of an object as a number: nobody knows whether it writes there.
// property: assertion
// expect: unknown
#include <assert.h>
void unknown(unsigned long);
int main(void) {
    int x = 1;
    unknown((unsigned long)&x);
    assert(x == 1);
    return 0;
}
