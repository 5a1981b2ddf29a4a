// Clang's builtins on bits, and a float of sixteen bits.
// expect: violated(assertion@11)
extern unsigned nondet_uint(void);
int main(void) {
  unsigned x = nondet_uint(), n = nondet_uint();
  _Static_assert(__builtin_bitreverse8(1) == 128 && __builtin_rotateright16(1, 1) == 0x8000, "constants");
  __CPROVER_assert(__builtin_rotateleft32(__builtin_rotateright32(x, n), n) == x, "there and back");
  __CPROVER_assert(__builtin_rotateleft32(x, 8) == (x << 8 | x >> 24), "by a byte");
  __CPROVER_assert((__builtin_bitreverse32(x) & 1) == x >> 31, "the ends");
  __CPROVER_assert((float)(_Float16)2049.0f == 2048.0f, "eleven bits");
  __CPROVER_assert(__builtin_rotateleft32(x, n) != 0x12345678, "anything");
  return 0;
}
