// Code without body leaves a pointer in an object that it was given: what that points to is not known.
// property: deref
// expect: unknown
struct S {
    int *p;
};
void unknown(struct S *);
int main(void) {
    struct S s = {0};
    unknown(&s);
    if (s.p) *s.p = 1;
    return 0;
}
