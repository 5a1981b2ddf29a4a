// Wide strings.
// expect: holds
#include <assert.h>
#include <stdlib.h>
#include <wchar.h>
int main(void) {
  wchar_t text[12] = L"abc", *rest;
  assert(wcslen(wcscat(text, L"dab")) == 6 && wcsrchr(text, 'a') == text + 4 && wcsstr(text, L"da") == text + 3);
  assert(wcsspn(text, L"ab") == 2 && wcspbrk(text, L"xc") == text + 2 && wmemchr(text, 'd', 6) == text + 3);
  assert(wcstok(text, L"c", &rest) == text && wcstok(0, L"c", &rest) == text + 3 && wcstok(0, L"c", &rest) == 0);
  wchar_t *copy = wcsdup(L"x");
  assert(copy == 0 || copy[0] == 'x' && copy[1] == 0);
  free(copy);
  return 0;
}
