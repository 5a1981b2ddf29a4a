// What inline assembly writes is arbitrary; what it does not write stays.
// property: assertion
// expect: violated(assertion@13)
#include <assert.h>

int main(void) {
  int in = 3, out = 1, kept = 2, memory = 4;
  __asm__ volatile("shl $1, %1\n\tmov %1, %0" : "=r"(out), "+m"(memory) : "r"(in) : "cc");
  assert(in == 3 && kept == 2);
  __asm__ volatile("" ::: "memory");
  __asm__("" : "+r"(kept));
  assert(kept == 2);
  assert(out != 6 || memory == 4);
  return 0;
}
