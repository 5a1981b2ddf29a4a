/* Structs, unions, arrays, bit-fields, initialisers, and structs by value. */
static unsigned sum;
static int mix(int x) { sum = sum * 31 + (unsigned)x; return x; }

struct point { int x, y; };
struct line { struct point from, to; char name[6]; };
union word { unsigned u; unsigned char bytes[4]; struct { unsigned low : 7; unsigned mid : 12; signed high : 13; }; };
struct flags { unsigned a : 1; signed b : 3; unsigned : 4; unsigned long long wide : 40; _Bool yes : 1; int : 0; char last; };
struct __attribute__((packed)) tight { char c; int i; short s : 9; unsigned t : 20; };
struct nested { struct { int p; union { int q; float r; }; }; int tail[2]; };

static struct line global = {{1, 2}, {3}, "abc"};
static int grid[][3] = {{1}, {2, 3}, [4] = {[1] = 9}};
static struct point points[] = {1, 2, 3, 4, {5}, [6].y = 7};
static int ranges[10] = {[2 ... 4] = 5, 6, [9] = 1};
static struct nested inner = {.q = 3, .tail = {[1] = 4}, .p = 8};
static const char *const texts[] = {"one", "two" "three", 0};
static int *into = &grid[1][1], **deep = &into;
static int (*table[3])(int) = {mix, 0, mix};
static struct flags flags = {1, -2, 0x123456789aull, 1, 'z'};

static struct point add(struct point a, struct point b) {
  a.x += b.x;
  a.y += b.y;
  return a;
}
static struct line swap(struct line l) {
  struct point t = l.from;
  l.from = l.to;
  l.to = t;
  return l;
}
static int by_pointer(const struct line *l) { return l->from.x * 10 + l->to.y; }
static int counter(void) { static int n = 40; static struct point p = {1, 1}; p.x++; return n++ + p.x; }

int main(void) {
  struct point p = {3, 4}, q = add(p, (struct point){10, 20}), r;
  r = q;
  r.x++;
  mix(p.x); mix(q.y); mix(r.x); mix(add(q, r).y);
  struct line l = swap(global);
  mix(by_pointer(&l)); mix(by_pointer(&global)); mix(l.name[2]); mix(sizeof l);
  mix((p.x > 2 ? l : global).from.x);
  for (unsigned i = 0; i < sizeof grid / sizeof *grid; i++) for (int j = 0; j < 3; j++) mix(grid[i][j]);
  for (unsigned i = 0; i < sizeof points / sizeof *points; i++) { mix(points[i].x); mix(points[i].y); }
  for (int i = 0; i < 10; i++) mix(ranges[i]);
  mix(inner.p); mix(inner.q); mix(inner.tail[1]);
  for (int i = 0; texts[i]; i++) for (const char *c = texts[i]; *c; c++) mix(*c);
  **deep = 77; mix(grid[1][1]);
  mix(table[0](5) + (*table[2])(6)); mix(table[1] == 0);
  mix(flags.a); mix(flags.b); mix((int)(flags.wide >> 8)); mix(flags.yes); mix(flags.last); mix(sizeof flags);
  flags.b = 3; flags.b++; mix(flags.b); flags.wide -= 1; mix((int)flags.wide); mix(flags.a = 3); mix(flags.b += 10);
  union word w = {.u = 0xdeadbeef};
  mix(w.bytes[0]); mix(w.low); mix(w.mid); mix(w.high); w.high = -5; mix((int)w.u); mix(-w.low < 0);
  struct tight t[2] = {{'x', -2, -100, 0xfffff}, {1, 2, 3, 4}};
  mix(sizeof t); mix(t[0].i); mix(t[0].s); mix((int)t[0].t); mix(t[1].s); t[0].t = 5; mix(t[0].s);
  char buffer[8] = "hi", exact[2] = "ok", list[] = {'a', 'b', 0};
  mix(buffer[1]); mix(buffer[7]); mix(exact[1]); mix(sizeof list);
  struct point *heap = &(struct point){.y = 6};
  mix(heap->y++ + heap->x); mix(heap->y);
  int cube[2][3][4] = {{{1, 2}, {3}}, {[2] = {[3] = 42}}};
  int (*plane)[3][4] = cube + 1;
  mix((*plane)[2][3]); mix(*(*(*(cube + 0) + 1) + 0)); mix(&cube[1][0][0] - &cube[0][0][0]);
  for (int i = 0; i < 3; i++) mix(counter());
  int n = 5, vla[n][n + 1];
  for (int i = 0; i < n; i++) for (int j = 0; j <= n; j++) vla[i][j] = i * j;
  mix(vla[4][5]); mix(sizeof vla); mix(sizeof vla[0]);
  struct { int len; char data[]; } *none = 0;
  mix(sizeof *none);
  mix((int)(unsigned long)&((struct line *)0)->name[3]);
  mix(__builtin_offsetof(struct line, to.y));
  struct line copy = {.to = p, .from = add(p, q)};
  mix(copy.from.x + copy.to.y + copy.name[0]);
  return (int)sum;
}
