// The pattern a*b?a against N arbitrary letters, by backtracking and by an automaton.
#ifndef N
#define N 6
#endif
char nondet_char(void);
static char text[N + 1];
static int match(int state, int i) {
    if (state == 3)
        return i == N;
    if (state == 0)
        return (i < N && text[i] == 'a' && match(0, i + 1)) || match(1, i);
    if (state == 1)
        return (i < N && text[i] == 'b' && match(2, i + 1)) || match(2, i);
    return i < N && text[i] == 'a' && match(3, i + 1);
}
int main(void) {
    for (int i = 0; i < N; i++)
        text[i] = nondet_char();
    int good = 1, b = 0;
    for (int i = 0; i < N; i++) {
        if (text[i] == 'b') {
            b++;
            if (i != N - 2)
                good = 0;
        } else if (text[i] != 'a')
            good = 0;
    }
    if (N == 0 || text[N - 1] != 'a')
        good = 0;
    __CPROVER_assert(match(0, 0) == (good && b <= 1), "both agree");
    return 0;
}
