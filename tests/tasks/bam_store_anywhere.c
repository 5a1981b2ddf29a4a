// What is written through a pointer that may lead anywhere may be in any object, also in one that a called function
// does not name.
// property: assertion
// expect: violated(assertion@16)
// engines: auto bmc paths
extern int nondet_int(void);
int hidden = 1, other = 0;
int *pointers[2] = {&other, &hidden};
void write(int **from, int i) { *from[i] = 5; }
int main(void) {
  int i = nondet_int();
  if (i < 0 || i > 1)
    return 0;
  hidden = 3;
  write(pointers, i);
  __CPROVER_assert(hidden == 3, "not hit");
  return 0;
}
