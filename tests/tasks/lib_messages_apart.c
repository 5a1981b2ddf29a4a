// Messages of two errors need not be one.
// expect: violated(assertion@5)
#include <string.h>
#include <assert.h>
int main(void) { char *a = strerror(1), *b = strerror(2); assert(a == b); }
