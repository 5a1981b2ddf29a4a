// A pointer changed through a pointer.
// expect: violated(assertion@10)
extern int nondet_int(void);
static void set(int **p, int *to) { *p = to; }
int main(void) {
  int x = 1, y = 2, *p = &x;
  if (nondet_int()) set(&p, &y);
  *p += 10;
  __CPROVER_assert((x == 11 && y == 2) || (x == 1 && y == 12), "one of them");
  __CPROVER_assert(x == 11, "this one");
  return 0;
}
