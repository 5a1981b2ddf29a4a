// Insertion sort of N arbitrary numbers.
#ifndef N
#define N 6
#endif
int nondet_int(void);
int main(void) {
    int a[N];
    for (int i = 0; i < N; i++)
        a[i] = nondet_int();
    for (int i = 1; i < N; i++) {
        int x = a[i], j = i;
        while (j > 0 && a[j - 1] > x) {
            a[j] = a[j - 1];
            j--;
        }
        a[j] = x;
    }
    for (int i = 0; i + 1 < N; i++)
        __CPROVER_assert(a[i] <= a[i + 1], "sorted");
    return 0;
}
