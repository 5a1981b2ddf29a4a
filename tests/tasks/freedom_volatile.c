// What else than the program changes a volatile object is not known (6.7.3p7).
// expect: holds
// assumes: `volatile` objects change by the program's own writes only
#include <assert.h>
volatile int flag;
int main(void) {
  flag = 1;
  assert(flag == 1);
  return 0;
}
