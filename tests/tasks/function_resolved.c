// A function that another one finds when the program starts is none that does anything.
// expect: unknown
static int three(void) { return 3; }
static int (*find(void))(void) { return three; }
int get(void) __attribute__((ifunc("find")));
int main(void) {
  __CPROVER_assert(get() == 3, "");
}
