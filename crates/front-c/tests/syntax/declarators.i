int a, *b, c[3], *d[3], (*e)[3], f(void), *g(int), (*h)(int), (*i[2])(char, ...), *(*j(int x))[4];
int **const *volatile p, * const * restrict q;
int (((z)));
char *(*(*fp)(int, char *(*)(void)))[10];
int k(int, int x, int [], int [static 3], int y[const *], int (*)(int), int (int), void (*cb)(void *, unsigned long));
int l(), m(void), n(a1, b1);
typedef int T, *PT, FT(int), AT[4];
T t1; const PT t2; FT t3; AT t4[2];
unsigned T;
