// Calls that compilers take and that are undefined count only where they are executed: too few or wrong arguments of a
// function that is not declared, a struct for a conversion of `printf`.
// property: assertion,deref
// expect: violated(assertion@17)
int printf(const char *, ...);
int nondet_int(void);
struct s {
  int a;
};
int main(void) {
  struct s x = {1};
  int n = nondet_int();
  if (n != n) puts();
  if (n != n) strlen(x);
  if (n != n) strcpy("a", "b", "c");
  if (n != n) printf("%s", x);
  __CPROVER_assert(n != 3, "");
}
