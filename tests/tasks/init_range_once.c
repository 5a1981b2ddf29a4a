// An initialiser for a range of elements is evaluated once (GNU C).
// expect: holds
// assumes: nothing
struct pair {
  int a, b;
};
static int calls;
static int call(void) { return ++calls; }
static struct pair two(void) { return (struct pair){++calls, 0}; }
int main(void) {
  int a[4] = {[0 ... 3] = call()};
  struct pair p[2] = {[0 ... 1] = two()};
  __CPROVER_assert(a[0] == 1 && a[3] == 1 && p[0].a == 2 && p[1].a == 2 && calls == 2, "once");
}
