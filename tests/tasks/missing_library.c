// A function of the C library without a model is not just any function: the verdict is unknown if it is reached.
// expect: unknown
// property: assertion
extern int mkstemp(char *);
int main(void) {
  char name[] = "fileXXXXXX";
  int file = mkstemp(name);
  __CPROVER_assert(file >= -1, "a file or none");
  return 0;
}
