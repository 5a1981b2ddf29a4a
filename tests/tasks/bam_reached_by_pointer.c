// A function reads what a pointer in memory leads to, though it does not name it.
// property: assertion,deref
// expect: violated(assertion@12)
// engines: auto bmc paths bam
int hidden, *pointer = &hidden;
static int read(void) {
  int found = *pointer;
  return found;
}
int main(void) {
  hidden = 3;
  __CPROVER_assert(read() != 3, "it is");
  return 0;
}
