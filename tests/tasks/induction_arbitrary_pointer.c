// A step that follows a pointer of which nothing is known proves nothing of what is behind it.
// property: assertion
// expect: unknown
extern int nondet_int(void);
extern int *nondet_pointer(void);
int main(void) {
  int i = 0;
  while (nondet_int()) {
    i = i < 100 ? i + 1 : 0;
    if (i == 30) {
      int *p = nondet_pointer();
      *p = 1;
      __CPROVER_assert(0, "behind it");
    }
  }
  return 0;
}
