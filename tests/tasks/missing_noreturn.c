// A function without body that is declared never to return ends the program.
// expect: holds
// property: assertion
extern void panic(const char *why) __attribute__((__noreturn__));
extern _Noreturn void stop(void);
extern int nondet_int(void);
int main(void) {
  int x = nondet_int();
  if (x < 0) panic("negative");
  if (x > 9) stop();
  __CPROVER_assert(x >= 0 && x <= 9, "only these are left");
  return 0;
}
