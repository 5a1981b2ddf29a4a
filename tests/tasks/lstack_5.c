// A linked stack.
// property: default
// expect: holds
// options: -DK=5
#include "../../examples/lstack.c"
