// Unknown code has kept the address of a pointer, and follows what that is set to later from one object to the next.
// property: assertion
// expect: violated(assertion@19)
extern int nondet_int(void);
struct node { struct node *next; int value; };
void keep(struct node **p);
void tick(void);
int main(void) {
  struct node last = {0, 0}, first = {&last, 0}, *begin = 0;
  int other = 0;
  keep(&begin);
  for (int i = 0; i < 3; i++) {
    if (nondet_int()) other += i;
    else other = 2 * other;
    if (other > 100) other = 3;
  }
  begin = &first;
  tick();
  __CPROVER_assert(last.value == 0, "it may be followed");
  return other;
}
