// An initialiser that another one overrides need not be evaluated (6.7.9p19).
// expect: holds
// assumes: initialisers that others override are evaluated nevertheless
static int calls;
static int call(void) { return ++calls; }
int main(void) {
  int a[2] = {[0] = call(), [0] = 5};
  __CPROVER_assert(a[0] == 5 && calls == 1, "the later one");
}
