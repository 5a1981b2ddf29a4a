// The data model decides the size of long.
// expect: violated(assertion@8)
// options: --data-model LP64
extern long nondet_long(void);
int main(void) {
  long x = nondet_long();
  __CPROVER_assert(sizeof(long) == 8 && sizeof(void *) == 8, "sizes");
  __CPROVER_assert((int)x == x, "long is longer");
  return 0;
}
