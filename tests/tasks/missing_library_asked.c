// A function of the C library without a model is like others if that is asked for.
// expect: violated(assertion@9)
// property: assertion
// options: --missing-body result
extern int getopt(int, char *const *, const char *);
int main(void) {
  char *arguments[] = {"program", 0};
  int option = getopt(1, arguments, "ab");
  __CPROVER_assert(option == -1, "no options");
  return 0;
}
