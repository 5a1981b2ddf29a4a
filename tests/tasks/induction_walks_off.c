// What was shown by a guess falls with it: a pointer walks over the end of its object, but not for long.
// property: deref
// expect: violated(deref@8)
extern int nondet_int(void);
char text[40];
int main(void) {
  char *p = text;
  while (nondet_int()) { *p = 0; // fails
    p++;
  }
  return 0;
}
