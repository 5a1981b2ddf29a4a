// A function that returns twice is not just a function without body.
// expect: unknown
// property: assertion
// options: --missing-body result
typedef long jmp_buf[32];
extern int setjmp(jmp_buf);
extern void longjmp(jmp_buf, int);
static jmp_buf where;
int main(void) {
  int x = 0;
  if (setjmp(where) == 0) {
    x = 1;
    longjmp(where, 1);
    x = 2;
  }
  __CPROVER_assert(x != 2, "never there");
  return 0;
}
