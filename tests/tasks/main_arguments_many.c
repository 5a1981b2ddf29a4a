// More than a few arguments are not made, but may be there.
// expect: unknown
int main(int argc, char **argv) {
  if (argc > 0) __CPROVER_assert(argv[argc - 1] != 0, "the last one");
}
