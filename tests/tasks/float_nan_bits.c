// property: assertion
// expect: holds
// The bits of a NaN: those from outside are kept by copies, the sign is a bit like others.
#include <assert.h>
#include <math.h>
#include <string.h>
unsigned __VERIFIER_nondet_uint(void);
float __VERIFIER_nondet_float(void);

static unsigned bits(float x) {
    unsigned u;
    memcpy(&u, &x, sizeof u);
    return u;
}

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    float z, y = __VERIFIER_nondet_float(), x = __VERIFIER_nondet_float();
    memcpy(&z, &n, sizeof z);
    float copy = z;
    assert(bits(copy) == n);
    assert(bits(-y) == (bits(y) ^ 0x80000000u));
    assert(bits(fabsf(y)) == (bits(y) & 0x7fffffffu));
    assert(!signbit(-y) == !!signbit(y));
    assert(!signbit(copysignf(x, y)) == !signbit(y));
    // Whatever its bits are, a NaN that arithmetic makes is one.
    float made = x * 0.0f;
    if (made != made)
        assert((bits(made) & 0x7fffffffu) > 0x7f800000u);
    return 0;
}
