// The lock is held when the loop is left, because of what `old` and `new` are to each other: a relation between
// variables of which no value is known.
// property: assertion
// engines: bam
// expect: holds
// options: --bam functions
// options: --bam off
void __CPROVER_assert(_Bool, const char *);
int nondet_int(void);
int main(void) {
  int lock = 0;
  unsigned old, new = nondet_int();
  do {
    __CPROVER_assert(lock == 0, "not taken twice");
    lock = 1;
    old = new;
    if (nondet_int()) {
      lock = 0;
      new ++;
    }
  } while (new != old);
  __CPROVER_assert(lock == 1, "held at the end");
}
