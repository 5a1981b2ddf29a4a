// Wide texts.
// expect: holds
#include <assert.h>
#include <wchar.h>
int main(void) {
  wchar_t text[4];
  wcscpy(text, L"abc");
  assert(wcslen(text) == 3 && wcscmp(text, L"abd") < 0 && wcschr(text, L'b') == text + 1);
  return 0;
}
