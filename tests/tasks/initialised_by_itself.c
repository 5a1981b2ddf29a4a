// A variable has no value in its own initialiser.
// options: -DINIT=x
// options: -DINIT=x+0
// options: -DINIT=({x;})
// property: assertion
// expect: violated(assertion@8)
int main(void) {
  int x = INIT; __CPROVER_assert(x == 0, "any value");
}
