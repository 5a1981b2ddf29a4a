// A reactive system whose error state is six inputs away.
// expect: violated(assertion@12)
// engines: auto bmc
// options: -DK=7
#include "../../examples/eca_unsafe_3.c"
