// Memory outside of the program is memory: what is written there is found there, and changes no object whose address
// nobody knows.
// property: assertion
// options: --outside own
// expect: holds
// engines: auto bmc
struct node { struct node *next; int value; };
extern struct node *nondet_node(void);
extern int nondet_int(void);
static int x = 1, noise;
int main(void) {
  struct node *p = nondet_node();
  if (!p || !p->next) return 0;
  noise = p->next->value;
  for (int i = 0; i != nondet_int(); i += 2) noise ^= i;
  struct node *q = p->next;
  p->value = 8;
  q->value = 7;
  __CPROVER_assert(q->value == 7 && x == 1, "as written");
  return 0;
}
