// Compound assignment and increments.
// expect: holds
extern unsigned nondet_uint(void);
int main(void) {
  unsigned x = nondet_uint(), y = x;
  y += 3; y -= 1; y ^= 0; y |= 0; y &= ~0u; y <<= 1; y >>= 1; y *= 1; y /= 1; y %= 0x80000000u;
  __CPROVER_assert(y == ((x + 2) & 0x7fffffffu), "all of them");
  unsigned char c = 250;
  c += 10;
  __CPROVER_assert(c == 4, "cut to a byte");
  int i = 3, j = i++;
  j += ++i;
  __CPROVER_assert(i == 5 && j == 8, "increments");
  return 0;
}
