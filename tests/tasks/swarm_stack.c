// Pushing without a check of the room: without the features `pop` and `top` it is violated as well.
// property: bounds
// expect: violated(bounds@11)
#define SIZE 3
#define STEPS 5
extern int nondet_int(void);
extern void log(const char *feature);
static int s, stack[SIZE];
static int top(void) { log("top"); return s > 0 ? stack[s - 1] : 0; }
static void pop(void) { log("pop"); if (s > 0) s--; }
static void push(int i) { log("push"); stack[s++] = i; }
int main(void) {
  for (int i = 0; i < STEPS; i++) {
    switch (nondet_int()) {
    case 0: top(); break;
    case 1: push(i); break;
    case 2: pop(); break;
    }
  }
  return 0;
}
