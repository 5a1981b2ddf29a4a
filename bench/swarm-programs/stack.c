/* A stack of SIZE numbers and STEPS arbitrary calls. `push` does not look whether there is room, and `top` reads one too
   far; with -DFIXED neither. */
#include "hecaton.h"
#ifndef SIZE
#define SIZE 64
#endif
#ifndef STEPS
#define STEPS 100
#endif
extern int nondet_int(void);
static int count, stack[SIZE];
static int top(void) {
  HECATON_FEATURE("top");
#ifdef FIXED
  return count > 0 ? stack[count - 1] : 0;
#else
  return stack[count];
#endif
}
static void push(int value) {
  HECATON_FEATURE("push");
#ifdef FIXED
  if (count == SIZE) return;
#endif
  stack[count++] = value;
}
static void pop(void) {
  HECATON_FEATURE("pop");
  if (count > 0) count--;
}
int main(void) {
  for (int i = 0; i < STEPS; i++) {
    int action = nondet_int();
    __CPROVER_assume(action >= 0 && action <= 2);
    switch (action) {
    case 0: top(); break;
    case 1: push(nondet_int()); break;
    case 2: pop(); break;
    }
  }
  return 0;
}
