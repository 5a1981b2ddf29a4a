/* What the other programs leave out: realloc, structs through pointers, wide integers, old-style functions. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
static unsigned sum;
static int mix(int x) { sum = sum * 31 + (unsigned)x; return x; }

struct node { int key; struct node *left, *right; };
static struct node *insert(struct node *at, int key) {
  if (!at) {
    at = malloc(sizeof *at);
    *at = (struct node){.key = key};
  } else if (key < at->key) at->left = insert(at->left, key);
  else at->right = insert(at->right, key);
  return at;
}
static int walk(struct node *at, int depth) {
  if (at == 0) return depth;
  int l = walk(at->left, depth + 1), r = walk(at->right, depth + 1);
  mix(at->key);
  free(at);
  return l > r ? l : r;
}
static int old_style(a, b, s) char a; short b; struct node s; { return a * b + s.key; }
struct big { int data[20]; };
static struct big filled(int n) { struct big b; for (int i = 0; i < 20; i++) b.data[i] = i * n; return b; }
static int total(struct big b) { int t = 0; for (int i = 0; i < 20; i++) t += b.data[i], b.data[i] = 0; return t; }
typedef int (*binary)(int, int);
static int plus(int a, int b) { return a + b; }
static int minus(int a, int b) { return a - b; }
static binary choose(int which) { return which ? plus : minus; }
static int apply(binary f, int x) { return f(x, 3); }
typedef unsigned __int128 u128;
static u128 power(u128 base, int n) { u128 r = 1; while (n-- > 0) r *= base; return r; }
static void sort(int *a, int n) {
  for (int i = 1; i < n; i++) {
    int v = a[i], j = i;
    for (; j > 0 && a[j - 1] > v; j--) a[j] = a[j - 1];
    a[j] = v;
  }
}
union pun { float f; uint32_t u; double d; uint64_t w; char bytes[8]; };

int main(void) {
  struct node *tree = 0;
  for (int i = 0; i < 20; i++) tree = insert(tree, i * 7 % 19);
  mix(walk(tree, 0));
  int *grow = 0, used = 0, room = 0;
  for (int i = 0; i < 25; i++) {
    if (used == room) { room = room ? room * 2 : 2; grow = realloc(grow, room * sizeof *grow); }
    grow[used++] = i * i % 17;
  }
  sort(grow, used);
  for (int i = 0; i < used; i++) mix(grow[i]);
  grow = realloc(grow, 2 * sizeof(int));
  mix(grow[1]);
  free(grow);
  struct node n = {5}, m, *pn = &n, *pm = &m, **ppm = &pm;
  *pm = *pn; (**ppm).key++; mix(m.key + n.key); mix(old_style(3, 1000, *pm));
  struct big b = filled(3), *pb = &b, many[2] = {filled(1), filled(2)};
  mix(total(*pb)); mix(total(b)); mix(total(many[1])); mix(filled(7).data[5]);
  *pb = many[0]; mix(pb->data[19]); many[1] = pb->data[2] ? *pb : b; mix(many[1].data[3]);
  mix(apply(choose(1), 10)); mix(apply(choose(0), 10)); mix(choose(1) == plus); mix(choose(0) != plus);
  u128 p = power(3, 75);
  mix((int)(p >> 90)); mix((int)(p % 1000007)); mix((int)(p / 12345678901234567ull)); mix(p > power(2, 118));
  __int128 q = -(__int128)p; mix((int)(q % 1000)); mix(q < 0); mix((int)(q >> 100)); mix((double)p > 6e35);
  union pun u = {.f = 1.5f};
  mix(u.u); u.d = -2.25; mix(u.w >> 48); mix(u.bytes[7]); u.u ^= 0x80000000u; mix(u.w != 0);
  float nan = 0.0f / 0.0f, inf = 1 / 0.0f;
  mix(nan == nan); mix(nan != nan); mix(inf > 3e38f); mix(-inf < 0); mix(!(nan < 1)); mix(nan ? 1 : 0);
  long double wide = 1; for (int i = 1; i < 20; i++) wide = wide * i / 3; mix((int)(wide / 1000));
  double tiny = 1; while (tiny / 2 > 0) tiny /= 2; mix(tiny > 0); mix(tiny < 1e-300);
  mix((int)(0.1 + 0.2 == 0.3)); mix((int)((float)0.1 * 3 * 1e7)); mix((int)-7.9); mix((unsigned char)200.5); mix((int)(unsigned)3e9);
  uint8_t small = 255; small++; mix(small); int8_t s8 = 127; s8++; mix(s8); uint16_t h = 1; h <<= 15; mix(h << 1); h -= 40000; mix(h);
  int shift = 33 - 2; mix(1u << shift); mix(-1 >> 5); mix((-9) / 4 * 4 + (-9) % 4); mix(~0u >> 28); mix((char)0x181);
  const char *text = "shared", *same = "shared"; mix(text == same); mix(sizeof "abc"); mix("xyz"[1]); mix(*("ab" "cd" + 3)); mix(2["lmn"]);
  int i = 0, arr[5] = {0}; arr[i++] = 4; arr[i] = 5; i++; mix(arr[0]); mix(i);
  int x = 10; x += 2; { int x = 7; mix(x); } mix(x > 0);
  int *ends[2] = {arr, arr + 5}; mix(ends[1] - ends[0]); mix(ends[0] < ends[1]); mix(&arr[2] == arr + 2); mix(*--ends[1]); mix((char *)ends[1] - (char *)arr);
  void *opaque = &arr[3]; *(int *)opaque = 99; mix(arr[3]); opaque = (char *)opaque + 4; mix(*(int *)opaque == arr[4]); mix((uintptr_t)opaque % 4);
  struct { unsigned a : 5, b : 27; } bits = {31, 1}; bits.a++; bits.b = -1; mix(bits.a); mix(bits.b == 0x7ffffff); mix(bits.b++ > 0); mix(bits.b);
  switch ((char)(x + 300)) { case 56: mix(1); break; default: mix(2); }
  return (int)sum;
}
