// Aligned accesses: members of packed structs, types that ask for less, memory that is aligned for everything.
// property: alignment,deref
// expect: holds
#include <stdlib.h>
unsigned nondet_uint(void);
struct __attribute__((packed)) tight {
  char c;
  int i, many[2];
};
typedef int anywhere __attribute__((aligned(1)));
struct node {
  struct node *next;
  double value;
};
int get(const anywhere *p) { return *p; }
int main(void) {
  struct tight t = {1, 2, {3, 4}}, *p = &t;
  int sum = p->i + p->many[1];
  p->i = sum;
  sum += get((anywhere *)((char *)&t + 1));
  struct node *node = malloc(2 * sizeof *node);
  if (node == 0) return 0;
  node[0].next = &node[1];
  node[0].next->value = 1;
  unsigned n = nondet_uint() % 4;
  int a[4] = {0}, *q = a + n;
  *q = 1;
  int *again = (int *)(void *)q;
  *again = 2;
  char *bytes = (char *)a;
  *(int *)(bytes + 4 * n) = 5;
  long *null = (long *)(char *)0;
  free(node);
  return sum + (null == 0);
}
