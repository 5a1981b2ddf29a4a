// Two sums in the same order are equal.
// expect: holds
// options: -DN=15
#include "../../examples/sum.c"
