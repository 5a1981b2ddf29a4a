// A number that depends on a condition, given to a function that nobody declared.
extern int nondet(void);
int main(void) {
  int i = nondet() & 1;
  announced_nowhere(i ? i == 2 : i == 12, "text", i ? "one" : "other");
  return 0;
}
