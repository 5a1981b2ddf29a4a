// A reactive system whose error state cannot be reached.
// expect: holds
// options: -DK=5
#include "../../examples/eca_safe_3.c"
