// What comes before an access that is invalid in every execution is decided.
// property: assertion
// expect: holds
#include <assert.h>
static int sum(const int *a, int n) {
  int s = 0;
  for (int i = 0; i < n; i++) s += a[i];
  return s;
}
int main(void) {
  int arr[8];
  for (int i = 0; i < 8; i++) {
    arr[i] = 42;
    assert(arr[i] == 42);
  }
  assert(sum(arr, 2) == 84);
  arr[8] = 1;
  return arr[8];
}
