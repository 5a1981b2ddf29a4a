// property: assertion
// expect: violated(assertion@13)
// A NaN from outside has any bits that a NaN can have.
#include <assert.h>
#include <string.h>
float __VERIFIER_nondet_float(void);

int main(void) {
    float x = __VERIFIER_nondet_float();
    unsigned u;
    memcpy(&u, &x, sizeof u);
    if (x != x)
        assert(u == 0x7fc00000u);
    return 0;
}
