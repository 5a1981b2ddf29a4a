// The value of a compound assignment against effects in its place (C17 6.5p2).
// property: sequence
// expect: violated(sequence@9) violated(sequence@10) violated(sequence@11)
extern int __VERIFIER_nondet_int(void);
static int i, a[9], *p = a;
static int next(void) { return i++; }
int main(void) {
  switch (__VERIFIER_nondet_int()) {
  case 0: a[i++] += i; break;
  case 1: *p++ += p == a; break;
  case 2: a[i] -= i++; break;
  // Calls are sequenced somehow.
  case 3: a[next()] += i; break;
  case 4: a[i++] += 1; break;
  case 5: i += (i, 1); break;
  }
}
