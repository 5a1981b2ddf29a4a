// Integers of any width: no promotion, wrapping at their own width, sizes by the ABI.
// expect: violated(assertion@22)
extern unsigned nondet_uint(void);
struct holder { char c; _BitInt(65) wide; unsigned _BitInt(3) small; };
int main(void) {
  unsigned _BitInt(7) a = 127;
  a++;
  __CPROVER_assert(a == 0, "wraps at seven bits");
  unsigned _BitInt(5) b = 25wb, c = 9wb;
  __CPROVER_assert(b + c == 2, "the sum is cut");
  unsigned _BitInt(200) wide = nondet_uint();
  wide <<= 150;
  __CPROVER_assert((wide >> 150) < 0x100000000wb, "two hundred bits");
  __CPROVER_assert(sizeof(wide) == 32 && sizeof(a) == 1 && sizeof(_BitInt(33)) == 8, "sizes");
  __CPROVER_assert(sizeof(struct holder) == 32 && _Alignof(_BitInt(65)) == 8, "layout");
  struct holder h = {1, -1, 7};
  _BitInt(65) *p = &h.wide;
  *p -= 1;
  __CPROVER_assert(h.wide == -2 && h.small == 7 && h.c == 1, "in memory");
  __CPROVER_assert(_Generic(b + 1, int: 1, default: 0) && _Generic(b + c, unsigned _BitInt(5): 1, default: 0), "types");
  unsigned _BitInt(9) x = nondet_uint();
  __CPROVER_assert(x != 511, "nine bits");
  return 0;
}
