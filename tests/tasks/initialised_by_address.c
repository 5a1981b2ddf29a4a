// The address of a variable, and its size, may be used in its initialiser; that of an object that reads itself is told.
// expect: holds
// assumes: an object that is read in its own initialiser is zero at first
struct node {
  struct node *next;
  int value, more;
};
int main(void) {
  struct node ring = {&ring, sizeof ring, ring.value};
  int *p = __builtin_malloc(sizeof *p);
  __CPROVER_assert(ring.next == &ring && ring.value == sizeof(struct node), "a ring");
  __builtin_free(p);
}
