// A function of the C library without a model is like others if that is asked for.
// expect: violated(assertion@9)
// property: assertion
// options: --missing-body result
extern int mkstemp(char *);
int main(void) {
  char name[] = "fileXXXXXX";
  int file = mkstemp(name);
  __CPROVER_assert(file >= -1, "a file or none");
  return 0;
}
