// What was read from memory says nothing of what was written there since.
// property: assertion
// expect: violated(assertion@16)
// options: -DWRITE=shared=nondet_int()
// options: -DWRITE=write()
// options: -DWRITE=*pointer=nondet_int()
extern int nondet_int(void);
int shared, other, *pointer;
void write(void) { shared = nondet_int(); }
int main(void) {
  shared = nondet_int();
  pointer = nondet_int() ? &shared : &other;
  int before = shared;
  WRITE;
  if (before == 3)
    __CPROVER_assert(shared == 3, "written since");
  return 0;
}
