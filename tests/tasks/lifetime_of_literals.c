// Selection and iteration statements are blocks, and so are their parts (C17 6.8.4p3, 6.8.5p5): what a compound literal
// in them makes dies with them.
// property: deref
// expect: violated(deref@14) violated(deref@18) violated(deref@23)
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int *p = 0, i = 0;
  switch (__VERIFIER_nondet_int()) {
  case 1:
    if ((p = (int[]){3}) && *p == 3)
      i = *p;
    else
      i = 2 * *p;
    return *p;
  case 2:
    while (i < 1)
      p = (int[]){i++};
    i += *p;
    return i;
  case 3:
    for (p = (int[]){3}; i < *p; i++)
      ;
    i = *p;
    return i;
  case 4:
    p = (int[]){4};
    return *p;
  }
  return 0;
}
