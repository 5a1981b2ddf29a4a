// Permutations of vectors: by constants, by a mask that counts modulo the number of elements, and with elements that
// may be anything.
// expect: violated(assertion@21)
typedef int v4 __attribute__((vector_size(16)));
typedef int v2 __attribute__((vector_size(8)));
int nondet_int(void);
int main(void) {
  v4 a = {1, 2, 3, 4}, b = {5, 6, 7, 8};
  v4 c = __builtin_shufflevector(a, b, 0, 4, 1, 5);
  __CPROVER_assert(c[0] == 1 && c[1] == 5 && c[2] == 2 && c[3] == 6, "");
  v2 d = __builtin_shufflevector(a, a, 3, 0);
  __CPROVER_assert(d[0] == 4 && d[1] == 1, "");
  int n = nondet_int();
  v4 mask = {3, 6, -1, n};
  v4 e = __builtin_shuffle(a, mask);
  __CPROVER_assert(e[0] == 4 && e[1] == 3 && e[2] == 4, "");
  if (n == 13) __CPROVER_assert(e[3] == 2, "");
  v4 f = __builtin_shuffle(a, b, mask);
  __CPROVER_assert(f[0] == 4 && f[1] == 7 && f[2] == 8, "");
  v4 g = __builtin_shufflevector(a, b, 0, -1, 2, 3);
  __CPROVER_assert(g[1] == 2, "any value");
}
