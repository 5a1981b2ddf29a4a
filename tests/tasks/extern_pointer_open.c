// What a pointer in an object that nothing defines points to is unknown; so is what a call through one does.
// expect: unknown
// property: assertion
struct ops { int (*get)(void); int *count; };
extern struct ops current;
int main(void) {
  int x = 1;
  if (current.get) x = current.get();
  __CPROVER_assert(x == x, "after the call");
  return 0;
}
