// A struct is assigned to one that it overlaps: exactly is allowed, in part is not (6.5.16.1p3).
// property: overlap
// expect: violated(overlap@20)
struct three {
  int x, y, z;
};
union both {
  struct {
    int pad;
    struct three t;
  } a;
  struct {
    struct three t;
    int pad;
  } b;
} both;
int nondet_int(void);
void assign(struct three *p, struct three *q) { *p = *q; }
int main(void) {
  if (nondet_int()) both.a.t = both.b.t;
  struct three t = {1, 2, 3}, many[4] = {{1, 2, 3}};
  assign(&t, &t);
  assign(&many[1], &many[2]);
  assign(&both.a.t, &both.a.t);
  t = t;
  unsigned i = nondet_int(), j = nondet_int();
  if (i < 4 && j < 4) many[i] = many[j];
  return t.x;
}
