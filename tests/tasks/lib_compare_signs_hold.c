// The sign of what compares is fixed.
// expect: holds
#include <assert.h>
#include <string.h>
#include <wchar.h>
int main(void) {
  char a[] = "a", b[] = "\xe9";
  assert(strcmp(a, "c") < 0 && strcmp("c", a) > 0 && strcmp(a, "a") == 0 && !strcmp(a, "a"));
  assert(memcmp(b, a, 1) > 0 && strncmp(a, "ab", 1) == 0 && strcoll(a, "c") < 0);
  assert(wcscmp(L"a", L"ab") < 0 && wmemcmp(L"b", L"a", 1) > 0);
  return 0;
}
