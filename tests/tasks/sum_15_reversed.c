// Two sums in different orders are equal.
// expect: holds
// options: -DN=15 -DREVERSED
#include "../../examples/sum.c"
