/* A stack as a linked list and STEPS arbitrary calls. `pop` takes the first element without looking whether there is
   one; with -DFIXED it looks. */
#include "hecaton.h"
#include <stdlib.h>
#ifndef STEPS
#define STEPS 20
#endif
extern int nondet_int(void);
struct node {
  int value;
  struct node *next;
};
static struct node *first;
static void push(int value) {
  HECATON_FEATURE("Push");
  struct node *node = malloc(sizeof *node);
  if (!node) return;
  node->value = value;
  node->next = first;
  first = node;
}
static int top(void) {
  HECATON_FEATURE("Top");
  return first ? first->value : 0;
}
static void pop(void) {
  HECATON_FEATURE("Pop");
#ifdef FIXED
  if (!first) return;
#endif
  struct node *gone = first;
  first = gone->next;
  free(gone);
}
static void dispose(void) {
  HECATON_FEATURE("DisposeStack");
  for (struct node *node = first; node;) {
    struct node *next = node->next;
    free(node);
    node = next;
  }
  first = 0;
}
int main(void) {
  for (int i = 0; i < STEPS; i++) {
    switch (nondet_int()) {
    case 0: push(i); break;
    case 1: top(); break;
    case 2: pop(); break;
    case 3: dispose(); break;
    }
  }
  return 0;
}
