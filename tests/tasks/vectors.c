// Vectors: operators work on each element, without promotion; casts keep the bytes.
// expect: violated(assertion@41)
typedef int v4si __attribute__((vector_size(16)));
typedef unsigned char v4qi __attribute__((vector_size(4)));
typedef float v4sf __attribute__((vector_size(16)));
typedef short v8hi __attribute__((vector_size(16)));
extern int nondet_int(void);
v4si global = {1, 2, 3, 4};
struct holder {
  char c;
  v4si v;
};
static v4si twice(v4si v) { return v + v; }
static int sum(v4si v) {
  int s = 0;
  for (int i = 0; i < 4; i++) s += v[i];
  return s;
}
int main(void) {
  v4si a = {1, 2, 3, 4}, b = {10, 0, 30};
  __CPROVER_assert(sizeof(v4si) == 16 && _Alignof(v4si) == 16 && sizeof(struct holder) == 32, "layout");
  v4si c = a + b * 2 - 1;
  __CPROVER_assert(c[0] == 20 && c[1] == 1 && c[2] == 62 && c[3] == 3, "arithmetic");
  c = a << 1;
  c += global;
  __CPROVER_assert(sum(c) == 30 && sum(twice(a)) == 20 && sum(-a) == -10 && (~a)[0] == -2, "functions");
  c = a > 2;
  __CPROVER_assert(c[0] == 0 && c[1] == 0 && c[2] == -1 && c[3] == -1, "comparison");
  v4qi bytes = {250, 1, 2, 3};
  bytes += 10;
  __CPROVER_assert(bytes[0] == 4 && bytes[3] == 13, "elements wrap");
  __CPROVER_assert((unsigned)bytes == 0x0d0c0b04, "the bytes of a vector");
  v4sf f = __builtin_convertvector(a, v4sf) / 2;
  __CPROVER_assert(f[0] == 0.5f && f[3] == 2.0f, "floats");
  v8hi halves = (v8hi)a;
  __CPROVER_assert(halves[0] == 1 && halves[1] == 0 && halves[6] == 4, "the same bytes");
  struct holder h = {1, {5, 6, 7, 8}}, copy = h;
  v4si old = copy.v++;
  __CPROVER_assert(copy.v[3] == 9 && old[3] == 8 && (nondet_int() ? a : a)[1] == 2, "members");
  a[nondet_int() & 3] = 7;
  __CPROVER_assert(sum(a) != 14, "some element is changed");
  return 0;
}
