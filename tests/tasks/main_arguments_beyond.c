// An argument that is not made, and the array of them in the hands of somebody else.
// property: assertion
// expect: unknown
static int last(char **all, int n) { return all[n - 1] != 0; }
int main(int argc, char **argv) {
  if (argc > 6) __CPROVER_assert(argv[5] != 0, "there");
  if (argc > 9) __CPROVER_assert(last(argv, argc), "there");
}
