// As many pushes as there are slots.
// expect: holds
// options: -DSIZE=5 -DTLEN=5
#include "../../examples/swarmstack.c"
