// Operands that have several parts which see the effects of another one: what comes in between is told.
// expect: holds
// assumes: an operand is evaluated as a whole before or after the others, not in part before and in part after them
int i;
static int next(int x) {
  i = i * 3 + x;
  return i;
}
int main(void) {
  int r = (next(1) + next(2)) * (next(4) + next(5));
  __CPROVER_assert(i != ((4 * 3 + 1) * 3 + 5) * 3 + 2 || r == 0, "not in between");
}
