// Where an effect depends on a condition, it is assumed that effects go from left to right, and said.
// property: assertion,sequence
// expect: holds
// assumes: effects that are not sequenced take place from left to right
extern int nondet_int(void);
static int sum(int *p, int *q) { return (nondet_int() ? (*p = 1) : 1) + *q; }
int main(void) {
  int x = 0, y = 1;
  __CPROVER_assert(sum(&x, &y) == 2, "the same in any order");
  return 0;
}
