// The size of objects can be said; a buffer of bytes does not end in a zero.
// expect: violated(deref@8)
// property: deref
// options: --function last --harness-elements 5
unsigned char last(unsigned char *bytes) {
  if (!bytes) return 0;
  unsigned char a = bytes[4];
  return a + bytes[5];
}
