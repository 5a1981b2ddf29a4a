// `__CPROVER_allocate` gives memory even where `malloc` may not.
// property: assertion,deref
// options: --malloc-may-fail
// expect: violated(assertion@8)
void *malloc(unsigned long);
int main(void) {
    int *p = __CPROVER_allocate(sizeof(int), 1), *q = malloc(sizeof(int));
    __CPROVER_assert(q != 0, "may fail");
    __CPROVER_assert(p != 0 && *p == 0, "there, and zeroed");
    return 0;
}
