// Bubble sort sorts seven numbers.
// property: assertion
// expect: holds
// options: -DN=7
#include "../../examples/bubble.c"
