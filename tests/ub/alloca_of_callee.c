// kind: deref
// seen by: asan of clang
// What alloca gives dies with the function, not with the block.
#include <alloca.h>
int *kept;
static int f(void) {
  {
    kept = alloca(sizeof *kept);
    *kept = 3;
  }
  return *kept;
}
int main(void) {
  int x = f();
#ifdef UB
  x = *kept;
#endif
  return x == 7;
}
