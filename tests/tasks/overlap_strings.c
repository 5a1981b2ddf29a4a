// Functions that copy texts take them from and to places that do not overlap (7.24.2, 7.24.3, 7.21.6.6).
// property: overlap,assertion
// expect: violated(overlap@20) violated(overlap@21) violated(overlap@22) violated(overlap@23)
// engines: auto bmc paths
#include <assert.h>
#include <stdio.h>
#include <string.h>
int nondet_int(void);
int main(void) {
  char b[16] = "abc";
  b[8] = 'x';
  switch (nondet_int()) {
  case 0: strcpy(b + 4, b); assert(b[4] == 'a'); break;
  case 1: strcpy(b, b + 8); assert(b[0] == 'x'); break;
  case 2: strcat(b + 8, b); assert(b[9] == 'a'); break;
  case 3: strncpy(b + 4, b, 8); break;
  case 4: strncpy(b + 3, b, 3); break;
  case 5: sprintf(b + 4, "%s", b); assert(b[4] == 'a'); break;
  case 6: sprintf(b, "%s", "other"); break;
  case 7: strcpy(b, b + 1); break;
  case 8: strncpy(b, b + 1, 3); break;
  case 9: strncat(b, b + 2, 5); break;
  case 10: snprintf(b, 4, "%s", b); break;
  }
  return 0;
}
