// What is not supported in an operand that may be skipped is reached from before it, and said.
// property: assertion
// expect: unknown
int nondet_int(void);
int main(void) {
    int x = nondet_int(), y = 0;
    if (x == 5)
        y = (x > 3) + (x && (y || __CPROVER_forall { int i; i != x ==> i < 9 }) ? 1 : 2);
    __CPROVER_assert(y == 0, "not decided");
    return 0;
}
