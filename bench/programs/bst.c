// N arbitrary keys go into a binary search tree; it stays ordered.
#ifndef N
#define N 5
#endif
int nondet_int(void);
struct node { int key, left, right; } tree[N];
int main(void) {
    tree[0].key = nondet_int();
    tree[0].left = tree[0].right = -1;
    for (int n = 1; n < N; n++) {
        int key = nondet_int(), at = 0;
        tree[n].key = key;
        tree[n].left = tree[n].right = -1;
        for (;;) {
            int *next = key < tree[at].key ? &tree[at].left : &tree[at].right;
            if (*next < 0) {
                *next = n;
                break;
            }
            at = *next;
        }
    }
    for (int n = 0; n < N; n++) {
        if (tree[n].left >= 0)
            __CPROVER_assert(tree[tree[n].left].key < tree[n].key, "smaller on the left");
        if (tree[n].right >= 0)
            __CPROVER_assert(tree[tree[n].right].key >= tree[n].key, "not smaller on the right");
    }
    return 0;
}
