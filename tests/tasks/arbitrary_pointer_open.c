// What an arbitrary pointer points to is not known: no proof comes from accesses through it.
// property: assertion
// expect: unknown
extern void *__VERIFIER_nondet_pointer(void);
int main(void) {
  int *p = __VERIFIER_nondet_pointer();
  int x = 1;
  if (p) {
    *p = 2;
    __CPROVER_assert(0, "reached if the pointer is good");
  }
  __CPROVER_assert(x == 1, "kept if the pointer is not its address");
  return 0;
}
