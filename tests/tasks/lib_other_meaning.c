// A function that has the name of a library function and another type is another function.
// options: --missing-body result
// expect: violated(assertion@8)
void __CPROVER_assert(_Bool, const char *);
struct queue { int n; };
int remove(struct queue *from, int which, int how);
int main(void) {
  __CPROVER_assert(remove(0, 1, 2) == 0, "any result");
  return 0;
}
