// Both ways of a test of a pointer from a function without body are followed.
// expect: violated(assertion@9) violated(assertion@11)
// property: assertion
// options: --missing-body result
extern void *find(int key);
int main(void) {
  void *p = find(3);
  if (p)
    __CPROVER_assert(0, "it may be good");
  else
    __CPROVER_assert(0, "it may be null");
  return 0;
}
