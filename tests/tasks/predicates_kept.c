// What the loop keeps is no condition of the program: how far both numbers are from where they began.
// property: assertion
// engines: bam
// expect: holds
void __CPROVER_assert(_Bool, const char *);
int nondet_int(void);
int main(void) {
  int i = nondet_int(), j = nondet_int();
  int x = i, y = j;
  while (x != 0) {
    x--;
    y--;
  }
  if (i == j)
    __CPROVER_assert(y == 0, "as many");
}
