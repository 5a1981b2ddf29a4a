// A copy that overlaps, where that is not asked.
// property: assertion
// expect: holds
// assumes: copied memory is assumed not to overlap its copy, since `overlap` is not checked
#include <assert.h>
#include <string.h>
int main(void) {
  char b[8] = "abcdefg";
  memcpy(b + 1, b, 6);
  assert(b[2] == 'b');
  return 0;
}
