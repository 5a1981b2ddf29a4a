// Two effects on one variable, or an effect and a read, that are not sequenced (C17 6.5p2).
// property: sequence
// expect: violated(sequence@10) violated(sequence@11) violated(sequence@12) violated(sequence@13) violated(sequence@14)
extern int __VERIFIER_nondet_int(void);
static int two(int x, int y) { return x + y; }
int main(void) {
  int i = 1, j = 2, a[4] = {0}, *p = a;
  int c = __VERIFIER_nondet_int();
  switch (c) {
  case 1: i = i++; break;
  case 2: two(i++, i); break;
  case 3: a[i] = i++; break;
  case 4: *p++ = *p; break;
  case 5: i += i++ + (i = 3); break;
  default:
    i = i + 1;
    i = (i++, 3);
    i = two(i++, 1);
    j = i++ + two(j, 4);
    i = c && i++;
    j = i++ && i;
    a[i & 1] = i;
    p = p ? p + 1 : p - 1;
    *p++ = i++;
  }
  return i + j;
}
