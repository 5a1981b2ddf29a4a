// `setjmp` and `longjmp` as a program declares them by itself are those of the library, whatever is said of functions
// without body.
// property: assertion
// expect: holds
// options: --missing-body result
typedef long jmp_buf[32];
extern int setjmp(jmp_buf);
extern void longjmp(jmp_buf, int);
static jmp_buf where;
int main(void) {
  volatile int x = 0;
  if (setjmp(where) == 0) {
    x = 1;
    longjmp(where, 1);
    x = 2;
  }
  __CPROVER_assert(x == 1, "never there");
  return 0;
}
