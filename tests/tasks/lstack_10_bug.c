// A linked stack that pops without a test.
// expect: violated(deref@18)
// engines: auto bmc
// options: -DK=10 -DBUG
#include "../../examples/lstack.c"
