#include <stdlib.h>
#include <string.h>
int nondet_int(void);
struct node { int value; struct node *next; unsigned low : 3, high : 7; };
static int table[8];
int main(void) {
  int i = nondet_int(), local = 3, *p = &local;
  table[i] = *p;
  table[i & 7]++;
  int *end = &table[8];
  struct node n = {1, 0, 2}, m;
  m = n;
  m.next = &n;
  m.next->high = i;
  struct node *h = malloc(sizeof *h), *many = calloc(i, sizeof(struct node));
  h->value = end - table;
  memset(h, 0, sizeof *h);
  char *bytes = malloc(i);
  memcpy(bytes, "text", 5);
  free(h);
  free(many);
  free(bytes);
  for (int k = 0; k < 3; k++) {
    int box[2] = {k, i};
    if (box[0] > 1) break;
    local += box[1];
  }
  return local + m.low;
}
