// What can be assigned to.
void f(void) { 1 = 2; }
void f(int a) { a + 1 = 2; }
void f(int a) { (a) = 2; }
void f(int a, int b) { (a, b) = 2; }
void f(int a, int b) { (a ? a : b) = 2; }
void f(int a) { (int)a = 2; }
void f(int a) { a++ = 2; }
void f(int a) { ++a = 2; }
void f(int a) { a++++; }
void f(void) { f = 0; }
void f(void) { int a[2], b[2]; a = b; }
void f(int a[2], int b[2]) { a = b; }
void f(void) { "a" = 0; }
void f(void) { "a"[0] = 0; }
void f(void) { __func__[0] = 0; }
enum { A }; void f(void) { A = 1; }
struct S { int a; } g(void); void f(void) { g().a = 1; }
struct S { int a[2]; } g(void); void f(void) { g().a[0] = 1; }
struct S { int a; } *g(void); void f(void) { g()->a = 1; }
struct S { int a; }; void f(void) { (struct S){1}.a = 2; }
void f(void) { (int){1} = 2; }
void f(void) { (const int){1} = 2; }
// Objects that are const.
const int x; void f(void) { x = 1; }
const int x; void f(void) { x++; }
const int x; void f(void) { x += 1; }
void f(const int a) { a = 1; }
void f(const int *a) { *a = 1; }
void f(const int *a) { a = 0; }
void f(int *const a) { *a = 1; }
void f(int *const a) { a = 0; }
void f(const int a[2]) { a[0] = 1; }
const int x[2]; void f(void) { x[0] = 1; }
struct S { const int a; } s; void f(void) { s.a = 1; }
struct S { const int a; } s, t; void f(void) { s = t; }
struct S { struct { const int a; } b; } s, t; void f(void) { s = t; }
struct S { const int a[2]; } s, t; void f(void) { s = t; }
struct S { const int *a; } s, t; void f(void) { s = t; }
const struct S { int a; } s; void f(void) { s.a = 1; }
const struct S { int *a; } s; void f(void) { *s.a = 1; }
const struct S { int a[2]; } s; void f(void) { s.a[0] = 1; }
const struct S { struct { int b; } a; } s; void f(void) { s.a.b = 1; }
struct S { int a; }; void f(const struct S *s) { s->a = 1; }
typedef const int T; void f(T a) { a = 1; }
typedef int T[2]; void f(void) { const T a = {0}; a[0] = 1; }
void f(void) { const int a = 1; { a = 2; } }
void f(void) { for (const int i = 0; i < 1; i++) { } }
volatile int x; void f(void) { x = 1; }
const volatile int x; void f(void) { x = 1; }
union U { const int a; int b; } u, v; void f(void) { u = v; }
// Addresses.
int *f(void) { return &1; }
int *f(int a) { return &(a + 1); }
int *f(int a) { return &a++; }
int **f(int *a) { return &&a; }
int *f(void) { register int a; return &a; }
int f(void) { register struct { int a; } s; return &s.a != 0; }
int f(void) { register int a[2]; return a[0]; }
int f(void) { register int a = 1; return a; }
int *f(register int a) { return &a; }
void *f(void) { return &f; }
void *f(void) { return &*f; }
void f(void *p) { &*p; }
int f(int a[2]) { return &a[1] != a; }
int *f(int a) { return *&a; }
int f(void) { return &"a" != 0; }
// Operands of unary operators.
int f(int a) { return *a; }
int f(void *a) { return *a; }
int f(double a) { return ~a; }
int f(int *a) { return ~a; }
int f(int *a) { return -a; }
int f(int *a) { return +a; }
int f(int *a) { return !a; }
struct S { int a; } s; int f(void) { return !s; }
struct S { int a; } s; int f(void) { return -s; }
struct S { int a; } s; void f(void) { s++; }
int f(void) { return -f; }
void g(void); int f(void) { return !g(); }
void g(void); int f(void) { return -g(); }
struct S; void f(struct S *p) { p++; }
void f(void *p) { p++; }
void f(void (*p)(void)) { p++; }
int f(int *a) { return a->b; }
int f(int a) { return a.b; }
struct S { int a; } s; int f(void) { return s.b; }
struct S { int a; } s; int f(void) { return s->a; }
struct S { int a; } *s; int f(void) { return s.a; }
struct S *s; int f(void) { return s->a; }
int f(int a) { return a[0]; }
int f(int a, int b) { return a[b]; }
int f(int *a, double b) { return a[b]; }
int f(int *a) { return 0[a]; }
int f(int *a, int *b) { return a[b]; }
int f(void *a) { return a[0]; }
struct S; void f(struct S *a) { a[0]; }
// Operands of binary operators.
int f(int *a, int *b) { return a + b; }
int f(int *a, int *b) { return a - b; }
int f(int *a, long *b) { return a - b; }
int f(int *a, int b) { return b - a; }
int f(int *a, double b) { return a + b; }
int f(int *a, int b) { return a * b; }
int f(int *a, int b) { return a & b; }
int f(int *a, int b) { return a << b; }
int f(int *a, int b) { return a % b; }
int f(double a, int b) { return a % b; }
int f(double a, int b) { return a & b; }
int f(double a, int b) { return a << b; }
int f(int a, double b) { return a >> b; }
int f(int *a, double b) { return a == b; }
int f(int *a, int b) { return a == b; }
int f(int *a, long *b) { return a == b; }
int f(int *a, long *b) { return a < b; }
int f(int *a, int b) { return a < b; }
int f(int *a, double b) { return a && b; }
struct S { int a; } s, t; int f(void) { return s == t; }
struct S { int a; } s; int f(void) { return s + 1; }
struct S { int a; } s; int f(void) { return s && 1; }
struct S { int a; } s; int f(void) { return 1 || s; }
void g(void); int f(void) { return g() + 1; }
void g(void); int f(void) { return g() == 0; }
void g(void); int f(void) { return g() && 1; }
void g(void); int f(void) { return 0 || g(); }
struct S; int f(struct S *a) { return a + 1 != 0; }
struct S; int f(struct S *a, struct S *b) { return a - b; }
struct S; int f(struct S *a, struct S *b) { return a < b; }
int f(void *a, void *b) { return a - b; }
int f(void (*a)(void), void *b) { return a == b; }
void f(int *a, int *b) { a += b; }
void f(int *a, int *b) { a -= b; }
void f(int *a, int b) { a *= b; }
void f(int *a, double b) { a += b; }
void f(int a, int *b) { a += b; }
void f(double a, int b) { a %= b; }
void f(double a, int b) { a <<= b; }
struct S { int a; } s, t; void f(void) { s += t; }
int x[2], y[2]; void f(void) { x += 1; }
// Conditionals.
struct S { int a; } s; int f(void) { return s ? 1 : 2; }
void g(void); int f(void) { return g() ? 1 : 2; }
struct S { int a; } s; int f(int a) { return a ? s : 1; }
struct S { int a; } s; struct T { int a; } t; void f(int a) { a ? s : t; } // open
void g(void); void f(int a) { a ? g() : 1; }
void g(void); int f(int a) { return a ? g() : 1; }
int *f(int a, int *b, long *c) { return a ? b : c; }
int *f(int a, int *b) { return a ? b : 1; }
int *f(int a, int *b, double c) { return a ? b : c; }
void f(int a) { if (a ? f(1) : f(2)) { } }
// Conversions.
int x = (struct S { int a; }){1};
struct S { int a; } s; int f(void) { return (int)s; }
struct S { int a; } s; void f(void) { (void)s; }
struct S { int a; }; void f(int a) { (struct S)a; }
struct S { int a; } s; void f(void) { (struct S)s; }
union U { int a; }; void f(int a) { (union U)a; }
union U { int a; }; void f(double a) { (union U)a; }
void f(double a) { (int *)a; }
double f(int *a) { return (double)a; }
float f(int *a) { return a; }
int *f(float a) { return a; }
int *f(int a) { return a; }
int f(int *a) { return a; }
int *f(long *a) { return a; }
int *f(const int *a) { return a; }
_Bool f(int *a) { return a; }
void f(int a) { (int[2])a; }
void f(int a) { (int(void))a; }
void g(void); int f(void) { return (int)g(); }
void g(void); void f(void) { (void)g(); }
struct S; void f(struct S *p) { (struct S)*p; }
struct S { int a; } s; struct T { int a; } t; void f(void) { s = t; }
struct S { int a; } s; void f(void) { s = 1; }
struct S { int a; } s; void f(int a) { a = s; }
struct S { int a; } s; int f(void) { return s; }
struct S { int a; }; struct S f(void) { return 1; }
void g(void); int f(void) { int a = g(); return a; }
void g(void); void f(int a) { a = g(); }
int f(void) { int a = g(); return a; } void g(void) { }
void g(void); int f(void) { return g(); }
void g(void); void f(void) { return g(); }
int f(int a) { return (a, f)(a); }
// Calls.
int g(int); int f(void) { return g(); }
int g(int); int f(void) { return g(1, 2); }
int g(int, ...); int f(void) { return g(1, 2); }
int g(int, ...); int f(void) { return g(); }
int g(); int f(void) { return g(1, 2); }
int g(void); int f(void) { return g(1); }
int g(int *); int f(void) { return g(1.5); }
int g(double); int f(int *a) { return g(a); }
int g(int *); int f(long *a) { return g(a); }
struct S { int a; } s; int g(int); int f(void) { return g(s); }
struct S { int a; } s; int g(struct S); int f(void) { return g(1); }
struct S { int a; } s; int g(int, ...); int f(void) { return g(1, s); }
void h(void); int g(int); int f(void) { return g(h()); }
void h(void); int g(); int f(void) { return g(h()); }
void h(void); int g(int, ...); int f(void) { return g(1, h()); }
int f(int a) { return a(); }
int f(int *a) { return a(); }
int f(int (*a)(void)) { return a(); }
int f(int (*a)(void)) { return (*a)(); }
int f(int (*a)(void)) { return (**a)(); }
int f(int (*a)(int)) { return a(); }
int f(int (*a)(int)) { return a(1, 2); }
struct S; struct S g(void); void f(void) { g(); }
struct S g(void); void f(void) { g(); } struct S { int a; }; // open
int f(a, b) { return a; } int g(void) { return f(1); }
// Sizes.
int x = sizeof(void);
int x = sizeof(struct S);
int x = sizeof(int(void));
int x = sizeof(int[]);
extern int y[]; int x = sizeof y;
struct S; extern struct S *p; int x = sizeof *p;
int x = sizeof(int);
int f(void) { return sizeof f; }
int f(int a[]) { return sizeof a; }
void g(void); int f(void) { return sizeof g(); }
struct S { int a; }; int x = __builtin_offsetof(struct S, a);
struct S { int a; }; int x = __builtin_offsetof(struct S, b);
struct S; int x = __builtin_offsetof(struct S, b);
int x = __builtin_offsetof(int, b);
struct S { int a : 3; }; int x = __builtin_offsetof(struct S, a);
// Generic selections and others.
int x = _Generic(1, int: 1, default: 2);
int x = _Generic(1, long: 1);
int x = _Generic(1, int: 1, int: 2);
int x = _Generic(1, default: 1, default: 2);
int x = _Generic(1, int: 1, signed: 2);
int x = _Generic(1, void: 1, default: 2);
int x = _Generic(1, struct S: 1, default: 2);
int x = _Generic(1, int[]: 1, default: 2);
int x = _Generic(1, int(void): 1, default: 2);
int x = __builtin_choose_expr(1, 2, 3);
int n; int x = __builtin_choose_expr(n, 2, 3);
int f(int n, ...) { return __builtin_va_arg(n, int); }
int f(int n, ...) { __builtin_va_list a; __builtin_va_start(a, n); return __builtin_va_arg(a, int); }
int f(int n) { __builtin_va_list a; __builtin_va_start(a, n); return 0; }
int x = __builtin_types_compatible_p(int, int);
int x = ({ 1; });
int f(void) { return ({ 1; }); }
int f(void) { return ({ }); }
int f(void) { return ({ int a = 1; }); }
