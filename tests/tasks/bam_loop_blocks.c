// Loops are blocks too: nested, left by break, by return and into the next loop, with variables that they do not touch.
// property: assertion
// expect: holds
// options: --bam loops
// engines: bam
extern int nondet_int(void);
int level;
static int find(int limit) {
  int kept = 7;
  for (int i = 0; i < 10; i++) {
    for (int j = 0; j < 5; j++) {
      if (nondet_int())
        return i + kept;
      if (nondet_int())
        break;
      level = j;
    }
    if (limit)
      break;
  }
  for (int i = 0; i < 3; i++)
    level = i;
  return kept;
}
int main(void) {
  int mark = 3;
  while (1) {
    int found = find(nondet_int());
    __CPROVER_assert(found >= 7 && found <= 16, "in range");
    __CPROVER_assert(level >= 0 && level < 5, "level");
    __CPROVER_assert(mark == 3, "not touched");
  }
}
