// A struct parameter belongs to the function that is called, and dies when that returns.
// property: deref
// expect: violated(deref@9)
struct S { int x, y; };
static struct S kept = {1, 2};
static int *of_parameter(struct S s) { s.x = 7; return &s.x; }
static int of_value(struct S s) { return s.x; }
int main(void) {
  return of_value(kept) + *of_parameter(kept);
}
