// Any number of arguments: the first few are strings, the last is followed by a null pointer, and what is beyond that is
// no argument.
// property: assertion,deref
// expect: violated(assertion@11) violated(deref@13)
// engines: auto bmc paths
int main(int argc, char **argv) {
  if (argc > 1) __CPROVER_assert(argv[1] != 0, "there");
  if (argc > 2) __CPROVER_assert(*argv != 0 && *(argv + 2) != argv[1], "apart");
  __CPROVER_assert(argv[argc] == 0, "the end");
  if (argc == 0) return 0;
  if (argc > 7) __CPROVER_assert(argv[0][0] != 'x', "any text");
  argc += 2;
  if (argc > 12) return argv[argc] == 0;
}
