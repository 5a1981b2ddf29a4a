// A quantifier whose variable has no constant range is not decided.
// property: assertion
// expect: unknown
int nondet_int(void);
int main(void) {
    int a[4] = {0}, n = nondet_int();
    __CPROVER_assert(__CPROVER_forall { int i; (0 <= i && i < n) ==> a[i % 4] == 0 }, "a range that is not constant");
    return 0;
}
