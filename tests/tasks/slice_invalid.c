// An access that nobody asks about ends the path in the whole program, and is not in the slice: what the slice violates
// is no violation then, and no proof either.
// property: assertion
// expect: unknown
int table[4];
extern int nondet_int(void);
int main(void) {
  int x = nondet_int();
  int *p = 0;
  if (x > 3) {
    int unused = *p;
    __CPROVER_assert(0, "not after a null pointer was followed");
  }
  return 0;
}
