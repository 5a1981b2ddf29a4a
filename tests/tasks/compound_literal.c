// Compound literals.
// expect: holds
struct v { int x, y; };
static int sum(const struct v *v) { return v->x + v->y; }
int main(void) {
  __CPROVER_assert(sum(&(struct v){3, 4}) == 7, "address of a literal");
  int *p = (int[]){5, 6, 7};
  __CPROVER_assert(p[2] == 7, "array");
  struct v v = (struct v){.y = 2};
  __CPROVER_assert(v.x == 0 && v.y == 2, "rest is zero");
  return 0;
}
