// Bubble sort sorts seven numbers.
// property: assertion
// expect: holds
// engines: auto bmc
// options: -DN=7
#include "../../examples/bubble.c"
