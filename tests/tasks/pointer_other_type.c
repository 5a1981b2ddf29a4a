// Calls through pointers to functions of another type that the calling conventions make work: more arguments than
// parameters, other pointers, a result that there is not and that nobody looks at.
// property: assertion
// expect: violated(assertion@19)
enum e { A, B };
int count;
static void none() { count++; }
static void one(int *p) { *p += 1; }
static enum e same(char *s) { return s[0] == 'x' ? B : A; }
int main(void) {
  int n = 0;
  void (*more)(int, int) = (void (*)(int, int))none;
  more(1, 2);
  int (*gives)(void *) = (int (*)(void *))one;
  gives(&n);
  unsigned (*number)(const void *) = (unsigned (*)(const void *))same;
  __CPROVER_assert(count == 1 && n == 1 && number("x") == 1, "");
  void *(*pointer)(void) = (void *(*)(void))none;
  __CPROVER_assert((pointer(), count) != 2, "");
}
