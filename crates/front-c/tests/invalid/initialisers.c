// Static objects have constant initialisers.
int n; int x = n;
int n; int *x = &n;
int n; int *x = &n + 1;
int n[2]; int *x = n + 1;
int n[2]; int x = n[0];
int f(void); int x = f();
int f(void); int (*x)(void) = f;
int x = 1 + 2;
int x = 1 / 0; // open
int x = (1, 2); // open
int x = 1.5;
int x = "a";
long x = (long)"a";
int x = (int)"a";
int n; long x = (long)&n;
int n; int x = (int)&n;
int n; long x = (long)&n + 1;
int n; long x = (long)&n * 2;
int n, m; long x = &n - &m;
int n, m; int x = &n == &m; // open
int n; int x = &n != 0;
int n; int x = !&n;
int n; _Bool x = &n;
int n; int x = n ? 1 : 2;
int n; int x = 1 ? 2 : n;
int n; int x = 0 && n;
int n; int x = 1 || n;
int n; int x = n && 0; // open
int n; int x = sizeof(n++);
const int n = 1; int x = n;
const int n = 1; int x = n + 1;
const int n = 1; void f(void) { static int x = n; }
void f(int n) { static int x = n; }
void f(void) { int n; static int *x = &n; }
void f(void) { static int n; static int *x = &n; }
int x = n = 1;
int n; int x = (n = 1);
int n; int x = n++;
int *p; int x = *p;
int *p; int *x = &p[1];
int *p; int *x = p;
struct S { int a; } s; int *x = &s.a;
struct S { int a; } *s; int *x = &s->a;
struct S { int a; } s; int x = s.a;
struct S { int a; } s; struct S x = s;
struct S { int a; }; struct S x = (struct S){1};
int *x = &(int){1};
int *x = (int[]){1, 2};
int n; int *x = (int[]){n};
int x = (int){1};
double d = 1.0; double x = d;
double x = 1.0 / 3.0;
int x = (int)1.5 + 2;
void f(void); void (*x)(void) = &f;
void f(void); void (*x)(void) = *f;
void f(void); int x = (int)(long)f;
extern int y[]; int *x = y;
extern _Thread_local int t; int *x = &t;
void *x = &&l;
// Shapes.
int x = { 1 };
int x = { 1, 2 };
int x = { { 1 } };
int x[2] = 1;
int x[2] = { 1, 2, 3 };
int x[2] = { [2] = 1 };
int x[2] = { [-1] = 1 };
int x[2] = { [1] = 1, 2 };
int x[2] = { [0 ... 1] = 1 };
int x[2] = { [1 ... 0] = 1 };
int x[2] = { [0 ... 2] = 1 };
int x[2] = { [1.5] = 1 };
int n; int x[2] = { [n] = 1 };
int x[2] = { .a = 1 };
int x = { .a = 1 };
int x = { [0] = 1 };
int x[] = { };
int x[] = { [3] = 1 };
int x[] = 1;
int x[2] = "a";
int y[2]; int x[2] = y;
void f(void) { int y[2]; int x[2] = y; }
char x[2] = "a";
char x[2] = "ab";
char x[2] = "abc";
char x[] = "a";
char x[] = { "a" };
char x[] = { "a", 1 };
char x[] = ("a");
char *x = "a";
char *x[] = { "a", "b" };
char x[2][2] = { "a", "b" };
char x[] = L"a";
int x[] = L"a";
int x[] = "a";
unsigned char x[] = "a";
short x[] = "a";
struct S { int a, b; } x = { 1, 2 };
struct S { int a, b; } x = { 1, 2, 3 };
struct S { int a, b; } x = 1;
struct S { int a, b; } x = { .b = 1 };
struct S { int a, b; } x = { .c = 1 };
struct S { int a, b; } x = { [0] = 1 };
struct S { int a, b; } x = { b: 1 };
struct S { int a, b; } x = { .b = 1, 2 };
struct S { int a[2]; } x = { .a[1] = 1 };
struct S { int a[2]; } x = { .a[2] = 1 };
struct S { int a[2]; } x = { .a.b = 1 };
struct S { struct { int b; }; } x = { .b = 1 };
struct S { int a; } x = { { 1 } };
struct S { int a; } x = { };
union U { int a; float b; } x = { 1 };
union U { int a; float b; } x = { 1, 2 };
union U { int a; float b; } x = { .b = 1 };
struct S x = { 1 };
struct S { int n; int a[]; } x = { 1, { 2 } };
void f(void) { struct S { int n; int a[]; } x = { 1, { 2 } }; }
struct S { int n; int a[]; } x[1] = { { 1, { 2 } } }; // open
struct S { int n; int a[]; } x = { 1 };
void f(void) { struct S { int n; int a[]; } x = { 1 }; }
struct S { int a; } s; struct S x[1] = { s };
struct S { int a; } s; void f(void) { struct S x[1] = { s }; }
struct S { int a; } s; struct T { int a; }; void f(void) { struct T x = s; }
struct S { int a; } s; void f(void) { int x = s; }
void f(int a) { int x[2] = { a, a }; }
int f(void) = 1;
void f(void) { int g(void) = 1; }
void g(void); void f(void) { int x = g(); }
void g(void); void f(void) { int x[1] = { g() }; }
int *x = 1;
int *x = 1.5;
double x = (void *)0;
int *x = (void *)0;
int *x = 0;
long y; int *x = &y;
int x = (void *)0;
const int y; int *x = &y;
int (*x)(int); int (*y)(void) = &x;
enum E { A } x = 1;
enum E { A } x = 1.5;
