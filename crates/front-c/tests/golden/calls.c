void reach_error(void) { __builtin_abort(); }
void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
void log(const char *);
extern int unknown(int);
struct pair { long a, b; };
static struct pair make(struct pair p, int x) {
  p.a += x;
  return p;
}
static int twice(int x) { return 2 * x; }
static int thrice(int x) { return 3 * x; }
static int unused(int x) { return x; }
int (*operation)(int) = twice;
int main(int argc, char **argv) {
  struct pair p = make((struct pair){1, 2}, argc);
  log("made");
  if (argc > 3) operation = thrice;
  int r = operation(5) + unknown(argc) + undeclared(1);
  (r > 0) ? (void)0 : __assert_fail("r > 0", "calls.c", 21, "main");
  __CPROVER_assert(p.a >= 0, "sum");
  if (r == 77) reach_error();
  return argv[0][0];
}
