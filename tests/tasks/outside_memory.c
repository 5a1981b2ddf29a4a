// Memory behind pointers from outside: any content, but the same each time, and writes stay there.
// property: assertion
// expect: violated(assertion@13) violated(assertion@18)
// options: --missing-body result --outside own
struct node { int value; struct node *next; };
extern struct node *find(int key);
extern void free(void *);
int main(void) {
  int x = 1;
  struct node *n = find(3), *m = find(4);
  if (!n || !m) return 1;
  int before = n->value;
  __CPROVER_assert(before == 0, "any content");
  __CPROVER_assert(n->value == before && x == 1, "the same each time");
  n->value = 7;
  __CPROVER_assert(n->value == 7, "what was written");
  m->value = 8;
  __CPROVER_assert(n->value == 7, "unless they are the same");
  n->next = m;
  __CPROVER_assert(n->next == m, "pointers too");
  if (m != n) free(m);
  return 0;
}
