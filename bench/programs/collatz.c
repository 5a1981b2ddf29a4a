// The walk of an arbitrary start, N steps: it never falls below one.
#ifndef N
#define N 10
#endif
unsigned nondet_uint(void);
int main(void) {
    unsigned x = nondet_uint();
    __CPROVER_assume(x >= 1 && x < 4096);
    for (int i = 0; i < N; i++) {
        if (x & 1)
            x = 3 * x + 1;
        else
            x = x / 2;
        __CPROVER_assert(x >= 1, "at least one");
    }
    return 0;
}
