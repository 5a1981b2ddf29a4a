// `memcpy` between objects that overlap (7.24.2.1); by the letter also of an object to itself.
// property: overlap
// expect: violated(overlap@13) violated(overlap@14) violated(overlap@15)
// options: -D_GNU_SOURCE
#include <string.h>
int nondet_int(void);
struct pair {
  int a, b;
} pair;
int main(void) {
  char b[8] = "abcdefg";
  switch (nondet_int()) {
  case 0: memcpy(b + 1, b, 6); break;
  case 1: memcpy(&pair, &pair, sizeof pair); break;
  case 2: mempcpy(b, b + nondet_int() % 2 + 2, 4); break;
  case 3: memcpy(b + 4, b, 4); break;
  case 4: memcpy(b, b + 4, 4); break;
  case 5: memcpy(b, b, 0); break;
  case 6: memmove(b + 1, b, 6); break;
  case 7: memcpy(&pair, b, sizeof pair); break;
  }
  return b[2];
}
