// A function of the C library without a model is not just any function: the verdict is unknown if it is reached.
// expect: unknown
// property: assertion
extern int getopt(int, char *const *, const char *);
int main(void) {
  char *arguments[] = {"program", 0};
  int option = getopt(1, arguments, "ab");
  __CPROVER_assert(option == -1, "no options");
  return 0;
}
