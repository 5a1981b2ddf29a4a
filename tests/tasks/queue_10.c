// A circular queue.
// expect: holds
// engines: bmc
// options: -DK=10
#include "../../examples/queue.c"
