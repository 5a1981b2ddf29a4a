// expect: holds
// property: assertion
// What the compiler computes is rounded to nearest; what the library does is rounded as the program says.
#include <assert.h>
#include <fenv.h>
#include <math.h>

int main(void) {
    fesetround(FE_DOWNWARD);
    assert(rint(12.9) == 12.0 && rint(-12.1) == -13.0 && lrint(12.9) == 12);
    assert(1.0 / 3.0 == 0.33333333333333331);
    fesetround(FE_UPWARD);
    assert(nearbyint(12.1) == 13.0 && rintf(-12.9f) == -12.0f && llrint(0.1) == 1);
    fesetround(FE_TONEAREST);
    assert(rint(12.5) == 12.0 && rint(13.5) == 14.0);
    return 0;
}
