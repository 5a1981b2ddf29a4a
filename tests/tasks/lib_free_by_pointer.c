// `free` through a pointer is `free`.
// property: free
// expect: violated(free@9)
#include <stdlib.h>
int main(void) {
  void (*f)(void *) = free;
  void *p = malloc(1);
  f(p);
  f(p);
  return 0;
}
