// A program that allocates nothing loses nothing, however long it runs.
// property: leak,cleanup
// expect: holds
// engines: auto bmc
extern int nondet_int(void);
int main(void) {
  int n = nondet_int(), i = 0;
  while (i != n) i++;
  return 0;
}
