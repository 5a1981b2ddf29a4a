// As predicates_lock.c, but one way forgets the lock.
// property: assertion
// expect: violated(assertion@11)
// options: --unwind 4
void __CPROVER_assert(_Bool, const char *);
int nondet_int(void);
int main(void) {
  int lock = 0;
  unsigned old, new = nondet_int();
  do {
    __CPROVER_assert(lock == 0, "not taken twice");
    lock = 1;
    old = new;
    if (nondet_int())
      new ++;
  } while (new != old);
}
