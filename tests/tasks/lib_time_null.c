// A time whose year cannot be represented has no date, any other has one.
// property: assertion
// expect: violated(assertion@9)
#include <assert.h>
#include <time.h>
int main(void) {
  time_t t = 1000000, far = 1l << 62;
  assert(localtime(&t) != 0);
  assert(gmtime(&far) != 0);
  return 0;
}
