// An operand that never comes to its end does not keep others from being evaluated before it (C17 6.5p3).
// property: division
// expect: violated(division@14)
extern int __VERIFIER_nondet_int(void);
static int zero;
static int stay(void) {
  for (;;) {
    switch (zero) {
    case 0: break;
    }
  }
}
int main(void) {
  return stay() + 1 / zero;
}
