// Qualifiers of what is pointed to are not kept: a choice by them is left open, and only that.
// expect: unknown
int main(void) {
  const int c = 1;
  int x = 2;
  __CPROVER_assert(_Generic(x, int: 1, const int *: 2, default: 3) == 1, "no pointer");
  __CPROVER_assert(_Generic(&c, int *: 1, const int *: 2) == 2, "by qualifier");
  return 0;
}
