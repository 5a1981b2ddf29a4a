// Bubble sort sorts seven numbers.
// property: assertion
// expect: holds
// engines: bmc
// options: -DN=7
#include "../../examples/bubble.c"
