// The index wraps one too late.
// expect: violated(bounds@10)
// engines: auto bmc
// options: -DK=12 -DBUG
#include "../../examples/queue.c"
