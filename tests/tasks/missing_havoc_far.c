// A function without body reaches objects through pointers in memory, and what it has seen it can change later.
// property: assertion
// expect: violated(assertion@16) violated(assertion@19) violated(assertion@21)
struct box { int *inside; int tag; };
extern void keep(struct box *b);
extern void later(void);
extern int nondet_int(void);
int shared = 5;
const int fixed = 6;
int main(void) {
  int x = 1, y = 2;
  struct box b = { &x, 9 };
  int *px = &x, *py = &y;
  shared = 5;
  keep(&b);
  __CPROVER_assert(*px == 1, "reached through a pointer in an argument");
  x = 1;
  later();
  __CPROVER_assert(*px == 1, "seen before");
  __CPROVER_assert(*py == 2, "never seen");
  __CPROVER_assert(shared == 5, "known by name");
  __CPROVER_assert(fixed == 6, "constant");
  return 0;
}
