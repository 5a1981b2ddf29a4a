// A circular queue.
// expect: holds
// engines: auto bmc
// options: -DK=10
#include "../../examples/queue.c"
