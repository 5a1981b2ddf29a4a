// property: assertion
// expect: unknown
// Which bits a NaN has that arithmetic makes, C does not say: neither is the assertion proved, nor is it violated.
#include <assert.h>
#include <string.h>
float __VERIFIER_nondet_float(void);

int main(void) {
    float x = __VERIFIER_nondet_float();
    if (x == 0) {
        float made = x / x;
        unsigned u;
        memcpy(&u, &made, sizeof u);
        assert(u == 0x7fc00000u);
    }
    return 0;
}
