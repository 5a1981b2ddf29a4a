// An abstract path is impossible before it comes to an access that nobody checks: what the path cannot be followed into there is no answer.
// expect: holds
// engines: auto bmc paths
int nondet_int(void);
struct some {
  int a[2], n;
} all[3];
static void set(struct some *p, int v) {
  p->a[1] = v;
  p->n++;
}
int main(void) {
  for (int i = 0; i < 3; i++) set(&all[i], i);
  int k = nondet_int();
  if (k < 0 || k > 2) return 0;
  __CPROVER_assert(all[k].n == 1 && all[k].a[1] == k, "each was set once");
}
