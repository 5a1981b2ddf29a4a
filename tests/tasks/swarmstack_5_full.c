// A stack without a bounds check overflows.
// expect: violated(bounds@15)
// options: -DSIZE=5 -DTLEN=8
#include "../../examples/swarmstack.c"
