// One value that breaks a claim for all, and a claim of existence without a witness.
// property: assertion
// expect: violated(assertion@9) violated(assertion@10) violated(assertion@11)
int main(void) {
    int a[10];
    for (int i = 0; i < 10; i++)
        a[i] = i;
    int n = a[9];
    __CPROVER_assert(__CPROVER_forall { int i; (0 <= i && i < 10) ==> a[i] < 9 }, "the last one is 9");
    __CPROVER_assert(__CPROVER_exists { int i; 0 <= i && i < 10 && a[i] > 9 }, "none is");
    __CPROVER_assert(n == 9 ==> n == 8, "false follows from truth");
    return 0;
}
