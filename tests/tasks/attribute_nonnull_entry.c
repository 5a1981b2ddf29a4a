// Arguments of a function that is checked on its own are not null where an attribute says so.
// options: --function first
// expect: holds
__attribute__((nonnull(1))) int first(int *p, int *q) { return q ? *p == *q : *p == 0; }
