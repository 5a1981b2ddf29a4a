// The padding of a member of a union is seen through another member: an array, a number, the unit of bit-fields.
// expect: holds
// assumes: padding bytes are zero at first and keep their values when members are written
#include <assert.h>
struct item { char tag; int value; };
union by_array { struct item item; unsigned char bytes[8]; };
union by_number { struct item item; long long number; };
union by_unit { struct { unsigned low : 3, next : 4; } bits; unsigned unit; };
int main(void) {
  union by_array a = {.bytes = {0}};
  a.item.tag = 1;
  assert(a.bytes[1] == 0);
  union by_number n;
  n.number = 0;
  n.item.value = 0;
  assert(n.number == 0);
  union by_unit u;
  u.unit = 0;
  u.bits.low = 1;
  assert(u.unit >> 8 == 0);
  return 0;
}
