// property: assertion
// expect: violated(assertion@16)
// A violation by a NaN is reported where its bits do not matter, although the program looks at some of them.
#include <assert.h>
#include <string.h>
float __VERIFIER_nondet_float(void);

int main(void) {
    float x = __VERIFIER_nondet_float();
    if (x == 0) {
        float made = x / x;
        unsigned u;
        memcpy(&u, &made, sizeof u);
        u &= 0x7fffffff;
        if (u >= 0x7f800000)
            assert(u == 0x7f800000);
    }
    return 0;
}
