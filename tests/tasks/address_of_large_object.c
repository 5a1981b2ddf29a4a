// Also an object of almost half of the address space has an address that is possible for it.
// expect: violated(assertion@10) violated(assertion@12)
#include <stdlib.h>
int main(void) {
  size_t size;
  __CPROVER_assume(size <= (size_t)-1 / 2);
  char *start = malloc(size);
  char *end = start + size;
  __CPROVER_assert((size_t)start % 16 == 0 && start != 0, "aligned");
  __CPROVER_assert((size_t)start != 32 << 20, "anywhere");
  __CPROVER_assert((size_t)start <= (size_t)end, "does not go over the end of the address space");
  __CPROVER_assert(end + 1 > end, "an offset too large to be one");
}
