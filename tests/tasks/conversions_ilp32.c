// The data model decides the size of long.
// expect: holds
// options: --data-model ILP32
extern long nondet_long(void);
int main(void) {
  long x = nondet_long();
  __CPROVER_assert(sizeof(long) == 4 && sizeof(void *) == 4, "sizes");
  __CPROVER_assert((int)x == x, "long is int");
  return 0;
}
