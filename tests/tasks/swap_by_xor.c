// Tricks with bits; the loop ends after 32 rounds at the latest.
// expect: holds
extern unsigned nondet_uint(void);
int main(void) {
  unsigned a = nondet_uint(), b = nondet_uint(), x = a, y = b;
  x ^= y; y ^= x; x ^= y;
  __CPROVER_assert(x == b && y == a, "swapped");
  unsigned bits = 0;
  for (unsigned v = a; v; v &= v - 1) bits++;
  __CPROVER_assert(bits <= 32, "at most as many as there are");
  return 0;
}
