// A word of N arbitrary brackets: what the stack machine accepts is what the counters say.
#ifndef N
#define N 10
#endif
unsigned char nondet_uchar(void);
int main(void) {
    char stack[N];
    int top = 0, round = 0, square = 0, good = 1;
    for (int i = 0; i < N && good; i++) {
        switch (nondet_uchar()) {
        case '(': stack[top++] = ')'; round++; break;
        case '[': stack[top++] = ']'; square++; break;
        case ')': good = top > 0 && stack[--top] == ')'; round--; break;
        case ']': good = top > 0 && stack[--top] == ']'; square--; break;
        default: break;
        }
    }
    if (good && top == 0)
        __CPROVER_assert(round == 0 && square == 0, "balanced");
    return 0;
}
