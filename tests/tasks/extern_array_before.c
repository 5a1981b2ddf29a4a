// Before its beginning there is nothing of an array, whoever defines it.
// property: deref
// expect: violated(deref@5)
extern int values[];
int main(void) { return values[-1]; }
