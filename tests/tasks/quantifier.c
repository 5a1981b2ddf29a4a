// Quantifiers over a range of constants, and the implication that states it.
// property: assertion
// expect: holds
int main(void) {
    int a[10], n = 3;
    for (int i = 0; i < 10; i++)
        a[i] = i * n;
    __CPROVER_assert(__CPROVER_forall { int i; (0 <= i && i < 10) ==> a[i] == 3 * i }, "every one");
    __CPROVER_assert(__CPROVER_exists { int i; 0 <= i && i < 10 && a[i] == 21 }, "one");
    __CPROVER_assert(!__CPROVER_exists { int i; 0 <= i && i < 10 && a[i] == 22 }, "none");
    __CPROVER_assert(__CPROVER_forall { unsigned i; i < 4 ==> __CPROVER_forall { int j; (0 <= j && j < 10 && j > i) ==> a[j] > a[i] } }, "pairs");
    __CPROVER_assert(n == 4 ==> n == 5, "nothing follows from what is false");
    __CPROVER_assert(n == 3 ==> a[1] == 4 ==> n == 7, "to the right");
    return 0;
}
