// A function without body that is called through a pointer, and a pointer to a function that came from outside.
// expect: violated(assertion@13)
// property: assertion
// options: --missing-body result
struct ops { int (*get)(int); void (*put)(int, int); };
extern int get_it(int);
extern void put_it(int, int);
static const struct ops table = { get_it, put_it };
int main(void) {
  const struct ops *o = &table;
  o->put(1, 2);
  int x = o->get(1);
  __CPROVER_assert(x == 0, "any result");
  __CPROVER_assert(x == x, "but a result");
  return 0;
}
