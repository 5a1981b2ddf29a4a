// Proposed features change nothing of what a program does: with a check of the room it holds.
// property: bounds
// expect: holds
// engines: swarm auto bmc
// options: --features auto
extern int nondet_int(void);
static int s, stack[3];
static int top(void) { return s > 0 ? stack[s - 1] : 0; }
static void push(int i) { if (s < 3) stack[s++] = i; }
static void pop(void) { if (s > 0) s--; }
int main(void) {
  for (int i = 0; i < 5; i++) {
    switch (nondet_int()) {
    case 0: top(); break;
    case 1: push(i); break;
    case 2: pop(); break;
    }
  }
  return 0;
}
