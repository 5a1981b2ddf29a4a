// The length of a parameter is evaluated where the function begins (6.9.1p10).
// expect: violated(division@3)
static int quotient(int n, int a[10 / n]) { return n; }
int main(void) { return quotient(0, 0); }
