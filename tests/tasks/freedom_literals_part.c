// A string literal may be the tail of another one; its address as a number tells, too (6.4.5p7).
// expect: holds
// assumes: string literals with equal content are one object, and none is a part of another
#include <assert.h>
#include <stdint.h>
int main(void) {
  const char *p = "abcd";
  uintptr_t there = (uintptr_t)(p + 1), here = (uintptr_t)"bcd";
  assert(there != here);
  return 0;
}
