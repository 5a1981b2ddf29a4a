// What compares gives a number of which only the sign is fixed, and one may not rely on its being 1 or -1.
// property: assertion
// expect: violated(assertion@13) violated(assertion@14) violated(assertion@15) violated(assertion@16) violated(assertion@17)
#include <assert.h>
#include <string.h>
#include <strings.h>
#include <wchar.h>
int __VERIFIER_nondet_int(void);
int main(void) {
  char a[] = "a", d[] = "d";
  wchar_t wide[] = L"d";
  switch (__VERIFIER_nondet_int()) {
  case 0: assert(strcmp(a, "c") == -1);
  case 1: assert(memcmp(d, "a", 1) == 1);
  case 2: assert(strncmp(a, "c", 1) == 'a' - 'c');
  case 3: assert(strcasecmp(d, "A") == 'd' - 'a');
  case 4: assert(wcscmp(wide, L"a") == 1);
  default: break;
  }
  return 0;
}
