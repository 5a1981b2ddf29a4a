// Two sums are claimed to differ.
// expect: violated(assertion@17)
// options: -DN=15 -DUNSAFE
#include "../../examples/sum.c"
