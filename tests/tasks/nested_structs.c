// Structs in arrays with unions and function pointers.
// property: -overflow
// expect: violated(assertion@15)
extern int nondet_int(void);
struct point { short x, y; };
struct shape { char kind; union { struct point corner[2]; long radius; } u; int (*area)(const struct shape *); };
static int box(const struct shape *s) { return (s->u.corner[1].x - s->u.corner[0].x) * (s->u.corner[1].y - s->u.corner[0].y); }
static int circle(const struct shape *s) { return (int)(3 * s->u.radius * s->u.radius); }
int main(void) {
  struct shape s[2] = {{'b', {.corner = {{1, 2}, {4, 6}}}, box}, {'c', {.radius = 5}, circle}};
  int i = nondet_int() & 1;
  int a = s[i].area(&s[i]);
  __CPROVER_assert(s[i].kind == 'b' ? a == 12 : a == 75, "areas");
  __CPROVER_assert(sizeof(struct shape) == 24, "padding");
  __CPROVER_assert(a != 75, "the circle");
  return 0;
}
