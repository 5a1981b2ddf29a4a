// Objects that do not fit into the address space together: nothing is proved from that.
// property: assertion
// expect: unknown
// options: --data-model ILP32
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
int main(void) {
  uintptr_t all = 0;
  for (int i = 0; i < 5; i++) all += (uintptr_t)malloc(0x3ffffff0);
  assert(all == 1);
  return 0;
}
