// Nine operations do not reach the wrong wrap.
// expect: holds
// options: -DK=9 -DBUG
#include "../../examples/queue.c"
