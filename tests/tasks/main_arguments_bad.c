// Nothing is known of how many arguments there are, and how long.
// expect: violated(deref@6) violated(assertion@7) violated(deref@8) violated(assertion@9)
int main(int argc, char *argv[]) {
  char c = 'x';
  if (argc > 4) return 0;
  if (argc == 1) c = *argv[1];
  if (argc == 2) __CPROVER_assert(argv[1][0] != 'x', "any content");
  if (argc == 3) c = argv[2][1];
  if (argc == 4) __CPROVER_assert(argv[3][0] == 0 || argv[3][1] == 0, "any length");
  return c;
}
