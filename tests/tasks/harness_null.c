// A pointer argument may be null.
// expect: violated(deref@4)
// options: --function get
int get(int *p) { return *p; }
