// Flags that are always set in pairs, in any of 1024 combinations, without end: how their values belong together has to
// be known; one pair is not set like the others.
// engines: auto bmc
// expect: violated(assertion@91)
int __VERIFIER_nondet_int(void);
int a0, b0, a1, b1, a2, b2, a3, b3, a4, b4, a5, b5, a6, b6, a7, b7, a8, b8, a9, b9;

int main(void) {
    while (1) {
        switch (__VERIFIER_nondet_int()) {
        case 0:
            a0 = 1;
            b0 = 1;
            break;
        case 1:
            a0 = 0;
            b0 = 0;
            break;
        case 2:
            a1 = 1;
            b1 = 1;
            break;
        case 3:
            a1 = 0;
            b1 = 0;
            break;
        case 4:
            a2 = 1;
            b2 = 1;
            break;
        case 5:
            a2 = 0;
            b2 = 0;
            break;
        case 6:
            a3 = 1;
            b3 = 1;
            break;
        case 7:
            a3 = 0;
            b3 = 0;
            break;
        case 8:
            a4 = 1;
            b4 = 1;
            break;
        case 9:
            a4 = 0;
            b4 = 0;
            break;
        case 10:
            a5 = 1;
            b5 = 1;
            break;
        case 11:
            a5 = 0;
            b5 = 0;
            break;
        case 12:
            a6 = 1;
            b6 = 1;
            break;
        case 13:
            a6 = 0;
            b6 = 0;
            break;
        case 14:
            a7 = 1;
            b7 = 1;
            break;
        case 15:
            a7 = 0;
            break;
        case 16:
            a8 = 1;
            b8 = 1;
            break;
        case 17:
            a8 = 0;
            b8 = 0;
            break;
        case 18:
            a9 = 1;
            b9 = 1;
            break;
        case 19:
            a9 = 0;
            b9 = 0;
            break;
        }
        __CPROVER_assert(a0 == b0 && a1 == b1 && a2 == b2 && a3 == b3 && a4 == b4 && a5 == b5 && a6 == b6 && a7 == b7 && a8 == b8 && a9 == b9, "pairs");
    }
}
