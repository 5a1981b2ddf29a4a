// What a loop does late, and asks about later still: no step of an induction from an earlier round sees both.
// property: assertion,deref
// expect: violated(deref@21) violated(assertion@22) violated(assertion@23)
// engines: auto bmc
#include <assert.h>
#include <stdlib.h>
int nondet_int(void);
static int x, a[200];
int main(void) {
    int *p = malloc(sizeof *p), n = 0;
    unsigned i = nondet_int();
    while (nondet_int()) {
        if (n < 10)
            n++;
        if (n == 4) {
            free(p);
            x = nondet_int() & 1;
            a[i % 200] = 1;
        }
        if (n == 7 && nondet_int())
            *p = 1;
        assert(n != 7 || x == 0);
        assert(n != 7 || a[7] == 0);
    }
    return 0;
}
