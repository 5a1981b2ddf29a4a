// The usual shape of an SV-COMP task.
// property: unreach
// expect: violated(unreach@9)
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
void __VERIFIER_assert(int cond) {
  if (!cond) {
    reach_error();
    abort();
  }
}
int main(void) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assert(x != 77);
  return 0;
}
