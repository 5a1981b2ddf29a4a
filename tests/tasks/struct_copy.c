// Structs are copied by assignment, argument and result.
// expect: violated(assertion@16)
extern int nondet_int(void);
struct p { int x, y; char name[4]; };
static struct p moved(struct p p) { p.x += 1; p.name[0] = 'm'; return p; }
int main(void) {
  struct p a = {1, 2, "abc"}, b;
  b = a;
  b.y = 7;
  struct p c = moved(a);
  __CPROVER_assert(a.y == 2 && a.name[0] == 'a' && a.x == 1, "the original stays");
  __CPROVER_assert(c.x == 2 && c.y == 2 && c.name[0] == 'm' && c.name[2] == 'c', "by value");
  struct p arr[2] = {[1] = {.y = 5}};
  arr[0] = c;
  __CPROVER_assert(arr[0].name[1] == 'b' && arr[1].x == 0 && arr[1].y == 5, "in arrays");
  __CPROVER_assert(b.x + b.y == 3, "the copy changed");
  return 0;
}
