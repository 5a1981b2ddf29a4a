// What is mapped no more cannot be used, nor can what lies behind its last page.
// property: deref
// expect: violated(deref@10) violated(deref@12)
#include <stdlib.h>
#include <sys/mman.h>
extern int nondet_int(void);
int main(void) {
  char *page = mmap(0, 100, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (page == MAP_FAILED) return 1;
  if (nondet_int()) return page[4096];
  munmap(page, 100);
  return page[0];
}
