// Formatted text in memory, exactly.
// expect: holds
#include <assert.h>
#include <stdio.h>
#include <string.h>
int main(void) {
  char text[32];
  assert(sprintf(text, "%d|%5u|%-4x|%c%%", -12, 7u, 255, 'z') == 17);
  assert(strcmp(text, "-12|    7|ff  |z%") == 0);
  assert(snprintf(text, 4, "%s-%ld", "abc", 5L) == 5 && strcmp(text, "abc") == 0);
  assert(snprintf(text, sizeof text, "%05d %.2s %+d %#x", 42, "xyz", 1, 16) == 16);
  assert(strcmp(text, "00042 xy +1 0x10") == 0);
  return 0;
}
