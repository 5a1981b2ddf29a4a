// What is known of a variable is known of one call only: the inner one has its own.
// property: assertion
// engines: bam
// expect: holds
void __CPROVER_assert(_Bool, const char *);
int nondet_int(void);
int depth, open;
static void visit(int left) {
  depth++;
  open++;
  while (left > 0 && nondet_int()) {
    left--;
    if (nondet_int())
      visit(left);
  }
  depth--;
  open--;
}
int main(void) {
  depth = nondet_int();
  open = depth;
  visit(nondet_int());
  __CPROVER_assert(depth == open, "the same");
}
