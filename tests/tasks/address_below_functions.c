// Objects lie below the functions, so a counterexample never puts one into the last bytes of the address space.
// property: assertion
// expect: holds
char a[11];
int main(void) {
  __CPROVER_assert((unsigned long)a < 0xfffffffffffff000ul, "not at the end");
  return 0;
}
