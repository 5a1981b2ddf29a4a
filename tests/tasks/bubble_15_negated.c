// The negated claim about bubble sort is wrong.
// expect: violated(assertion@14)
// engines: auto bmc
// options: -DN=15 -DUNSAFE
#include "../../examples/bubble.c"
