// The arguments of main are strings, with a null pointer behind them.
// expect: holds
int main(int argc, char **argv) {
  __CPROVER_assert(argc >= 0, "a number of them");
  if (argc < 2 || argc > 3) return 0;
  __CPROVER_assert(argv[argc] == 0, "the end");
  __CPROVER_assert(argv[1] != 0 && argv[0] != argv[1], "strings of their own");
  if (argv[1][0] == 0) return 0;
  if (argv[1][1] == 0) return 0;
  return argv[1][2];
}
