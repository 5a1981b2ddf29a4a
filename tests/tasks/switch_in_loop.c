// continue inside a switch belongs to the loop.
// expect: violated(assertion@15)
extern int nondet_int(void);
int main(void) {
  int state = 0, done = 0;
  for (int i = 0; i < 6; i++) {
    switch (state) {
    case 0: if (nondet_int()) { state = 1; continue; } break;
    case 1: state = 2; break;
    case 2: done++; continue;
    }
    if (state == 2) done += 10;
  }
  __CPROVER_assert(done <= 14, "at most");
  __CPROVER_assert(done != 14, "reached at once");
  return 0;
}
