// Bubble sort sorts five numbers.
// expect: holds
// options: -DN=5
#include "../../examples/bubble.c"
