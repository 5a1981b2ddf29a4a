// A circular queue.
// expect: holds
// options: -DK=10
#include "../../examples/queue.c"
