// A union gives the bytes of a word.
// expect: violated(assertion@12)
extern unsigned nondet_uint(void);
union u { unsigned word; unsigned char byte[4]; };
int main(void) {
  union u u;
  u.word = nondet_uint();
  unsigned again = u.byte[0] | u.byte[1] << 8 | u.byte[2] << 16 | (unsigned)u.byte[3] << 24;
  __CPROVER_assert(again == u.word, "little endian");
  u.byte[1] = 0;
  __CPROVER_assert((u.word & 0xff00) == 0, "one byte");
  __CPROVER_assert(u.word == (again & 0xff00), "other bytes stay");
  return 0;
}
