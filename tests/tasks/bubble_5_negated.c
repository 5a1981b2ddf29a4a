// The negated claim about bubble sort is wrong.
// expect: violated(assertion@14)
// options: -DN=5 -DUNSAFE
#include "../../examples/bubble.c"
