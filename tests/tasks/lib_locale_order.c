// The order of texts in another locale is not that of their bytes, and nothing else is known of it.
// property: assertion
// expect: unknown
#include <assert.h>
#include <locale.h>
#include <string.h>
int main(void) {
  setlocale(LC_COLLATE, "cs_CZ.iso88592");
  assert(strcoll("hrnec", "chrt") >= 0);
  return 0;
}
