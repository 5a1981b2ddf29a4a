// The index wraps one too late.
// expect: violated(bounds@10)
// engines: bmc
// options: -DK=12 -DBUG
#include "../../examples/queue.c"
