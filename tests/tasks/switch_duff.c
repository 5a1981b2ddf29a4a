// A loop that begins in the middle of its body.
// expect: holds
extern unsigned nondet_uint(void);
int main(void) {
  unsigned n = nondet_uint() % 9, rounds = 0, steps = 0;
  if (n == 0) return 0;
  switch (n % 4) {
    do {
  case 0: steps++;
  case 3: steps++;
  case 2: steps++;
  case 1: steps++;
      rounds++;
    } while (rounds < (n + 3) / 4);
  }
  __CPROVER_assert(steps == n, "as many steps as asked for");
  return 0;
}
