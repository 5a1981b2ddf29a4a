// The same code where all pointers lead to different objects; and what cannot meet: members, types, variables whose
// address nobody takes.
// expect: holds
// assumes: memory allocation is taken never to fail
#include <assert.h>
#include <stdlib.h>
struct stack { int top, bottom, *data, own[4]; };
static int both(int *a, int *b) { return (*a)++ + (*b)++; }
static void push(struct stack *s, int value) {
  s->data[s->top++] = value;
  s->own[s->bottom++] = s->top;
}
int main(void) {
  int x = 1, y = 2, n = 0, a[4] = {0};
  assert(both(&x, &y) == 3);
  struct stack s = {0};
  s.data = malloc(2 * sizeof *s.data);
  push(&s, 1);
  push(&s, 2);
  char text[3] = "ab", *to = text;
  const char *from = "xy";
  *to++ = *from++;
  *to++ = *from++;
  a[n++] = 1;
  a[n++] = a[0]++ + a[2]++;
  assert(s.data[1] == 2 && text[1] == 'y');
  free(s.data);
  return 0;
}
