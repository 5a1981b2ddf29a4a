// What is declared `const` may be defined without it: whether it may be written is not known.
// property: deref
// expect: unknown
// assumes: what is declared `const` and not defined is `const` where it is defined
extern int *const place;
extern const struct limits { int most; } limits;
int main(void) {
  if (limits.most > 3) *(int *)&limits.most = 3;
  *(int **)&place = 0;
  return 0;
}
