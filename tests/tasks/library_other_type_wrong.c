// A function of the library that is declared with another type, and a result that it never gives.
// property: assertion
// expect: violated(assertion@6)
short strlen(const char *);
int main(void) {
  __CPROVER_assert(strlen("asd") == 4, "");
}
