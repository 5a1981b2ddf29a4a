// Nested and designated initialisers.
// expect: holds
struct in { int a; char b[3]; };
struct out { struct in in[2]; int *p; };
int g = 9;
struct out o = {{{1, "x"}, {.b = {[1] = 'q'}}}, &g};
int sizes[] = {1, 2, [5] = 6};
int main(void) {
  __CPROVER_assert(o.in[0].a == 1 && o.in[0].b[0] == 'x' && o.in[0].b[1] == 0, "first");
  __CPROVER_assert(o.in[1].a == 0 && o.in[1].b[1] == 'q' && *o.p == 9, "second");
  __CPROVER_assert(sizeof sizes / sizeof *sizes == 6 && sizes[4] == 0 && sizes[5] == 6, "designated");
  int local[4] = {7};
  __CPROVER_assert(local[0] == 7 && local[3] == 0, "the rest is zero");
  return 0;
}
