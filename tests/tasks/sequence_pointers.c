// Two effects that are not sequenced, on what pointers lead to, or a variable and what a pointer leads to.
// property: sequence
// expect: violated(sequence@8) violated(sequence@11) violated(sequence@14) violated(sequence@17) violated(sequence@21)
extern int __VERIFIER_nondet_int(void);
int g;
struct stack { int top, *data; };
static int both(int *a, int *b) {
  return (*a)++ + (*b)++;
}
static int named(int *p) {
  return (*p)++ + g;
}
static int assigned(int *p, int *q) {
  return *p = (*q)++;
}
static void push(struct stack *s, int value) {
  s->data[s->top++] = value;
}
static int sum(int a, int b) { return a + b; }
static int passed(int *p, int *q) {
  return sum((*p)++, *q);
}
int main(void) {
  int x = 1;
  struct stack s = {0, 0};
  s.data = &s.top;
  switch (__VERIFIER_nondet_int()) {
  case 1: return both(&x, &x);
  case 2: return named(&g);
  case 3: return assigned(&x, &x);
  case 4: return passed(&x, &x);
  default: push(&s, 1);
  }
  return 0;
}
