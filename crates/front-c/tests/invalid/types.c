// Objects need complete types.
void x;
extern void x;
void f(void) { void x; }
void f(void) { extern void x; }
struct S x;
struct S x; struct S { int a; };
static struct S x; struct S { int a; };
extern struct S x;
void f(void) { struct S x; }
void f(void) { struct S *x; }
void f(void) { static struct S x; }
struct S x[2];
struct S x[2]; struct S { int a; };
int x[];
static int x[];
extern int x[];
void f(void) { int x[]; }
void f(void) { int x[] = { 1 }; }
void f(void) { static int x[]; }
int x[][2];
int x[2][];
int f(int a[][2]) { return 0; }
int f(int a[2][]) { return 0; }
struct S { struct S a; };
struct S { struct S *a; };
struct S { struct T a; };
struct S { void a; };
struct S { int a(void); };
struct S { int a[]; };
struct S { int n; int a[]; };
struct S { int a[]; int n; };
union U { int n; int a[]; };
struct S { int n; int a[]; }; struct T { struct S s; int b; };
struct S { int n; int a[]; }; struct S x[2];
enum E x;
enum E x; enum E { A };
enum E *p;
struct S f(void) { }
struct S f(void);
struct S; int f(struct S s);
struct S; int f(struct S s) { return 0; }
struct S; int f(struct S s) { return 0; } struct S { int a; }; // open
// Declarators.
int x[-1];
int x[0];
int x[1.5];
int x["a"];
int n; int x[n];
int n; static int x[n];
int n; extern int x[n];
void f(int n) { static int x[n]; }
void f(int n) { extern int x[n]; }
void f(int n) { int x[n]; }
void f(int n) { int x[n] = { 1 }; }
int n; typedef int T[n];
void f(int n) { struct S { int a[n]; } s; }
void f(int n) { typedef int T[n]; T t; }
void f(int n) { typedef int T[n]; typedef int T[n]; }
enum { N = 3 }; int x[N];
const int n = 3; int x[n];
int x[(int)3.5];
int x[sizeof(int)];
int x(void)[2];
int x(void)(void);
int x[2](void);
void x[2];
int (*x[2])(void);
int (*x(void))[2];
int f(void x);
int f(void, int a);
int f(int a, void);
int f(void);
int f(void, void);
int f(void, ...);
int f(const void);
int f(void v[]);
typedef void V; int f(V);
int f(...);
int f(int a[static 2]) { return a[0]; }
int x[static 2];
int f(int a[const]) { return a[0]; }
int x[const 2];
int *restrict p;
int restrict x;
int (*restrict p)(void);
void (*volatile p)(void);
int f(int restrict a);
// Specifiers.
int long x;
long long long x;
short long x;
unsigned float x;
signed unsigned x;
unsigned signed char x;
int int x;
int char x;
void int x;
struct S int x;
long double x;
long float x;
unsigned double x;
_Bool int x;
short double x;
typedef int T; unsigned T x;
x;
const x;
f(void) { return 0; }
unsigned _Bool x;
_Complex double x;
_Complex x;
T x;
T *x;
const const int x;
// Atomic types.
_Atomic int x;
_Atomic(int) x;
_Atomic(const int) x;
_Atomic(int[2]) x;
_Atomic(int(void)) x;
_Atomic(void) *x;
_Atomic(_Atomic(int)) x;
_Atomic(_Atomic int) x;
typedef int A[2]; _Atomic A x;
typedef int F(void); _Atomic F x;
_Atomic(int *) x;
// Bit-fields.
struct S { int a : 33; };
struct S { int a : 32; };
struct S { int a : -1; };
struct S { int a : 0; };
struct S { int : 0; };
struct S { _Bool a : 2; };
struct S { float a : 3; };
struct S { int *a : 3; };
struct S { int a[2] : 3; };
struct S { int a : 1.5; };
struct S { char a : 9; };
struct S { long a : 40; };
int n; struct S { int a : n; };
struct S { int a : 3; } s; int *f(void) { return &s.a; }
struct S { int a : 3; } s; int f(void) { return sizeof s.a; }
struct S { int a : 3; } s; int f(void) { return sizeof(s.a + 0); }
struct S { int a : 3; } s; int f(void) { return _Alignof s.a; }
struct S { int a : 3; } s; __typeof__(s.a) x;
enum E { A } ; struct S { enum E a : 3; };
enum E; struct S { enum E a : 3; };
struct S { _Alignas(8) int a : 3; };
// Enumerations.
enum E { A = 1.5 };
int n; enum E { A = n };
enum E { A = "a" };
enum E { A = 18446744073709551615u, B };
enum { };
enum E;
enum E { A, };
// Alignment.
_Alignas(3) int x;
_Alignas(8) int x;
_Alignas(-1) int x;
_Alignas(0) int x;
_Alignas(double) int x;
_Alignas(8) int f(void);
_Alignas(1) int x;
_Alignas(1.5) int x;
typedef _Alignas(8) int T;
void f(_Alignas(8) int a) { }
void f(void) { register _Alignas(8) int a; }
struct S { _Alignas(1) int a; };
int x = _Alignof(void);
int x = _Alignof(struct S);
int x = _Alignof(int(void));
// Assertions.
_Static_assert(1, "a");
_Static_assert(0, "a");
_Static_assert(1);
_Static_assert(0);
int n; _Static_assert(n, "a");
_Static_assert(1.5, "a");
struct S { _Static_assert(0, "a"); int a; };
void f(void) { _Static_assert(sizeof(int) == 3, "a"); }
// Attributes.
int f(void) __attribute__((noreturn(1)));
int f(void) __attribute__((unused(1)));
int f(void) __attribute__((noinline(1)));
int f(void) __attribute__((always_inline(1)));
int f(void) __attribute__((weak(1)));
int f(void) __attribute__((pure(1)));
int f(void) __attribute__((const(1)));
int f(void) __attribute__((cold(1)));
int f(void) __attribute__((noreturn));
int f(void) __attribute__((visibility));
int f(void) __attribute__((visibility("hidden")));
int f(void) __attribute__((visibility(1))); // open
int f(void) __attribute__((visibility("x"))); // open
int f(const char *s, ...) __attribute__((format(printf, 1, 2)));
int f(const char *s, ...) __attribute__((format(printf, 1)));
int f(const char *s, ...) __attribute__((format(printf, 1, 1))); // open
int f(int s, ...) __attribute__((format(printf, 1, 2))); // open
int x __attribute__((aligned(3)));
int x __attribute__((aligned(8, 8)));
int x __attribute__((section));
int x __attribute__((section(1))); // open
int x __attribute__((nobody_knows_this(1, 2)));
int f(void) __attribute__((unused)) { return 0; }
__attribute__((unused)) int f(void) { return 0; }
int __attribute__((unused)) f(void) { return 0; }
int x __attribute__((mode(XX))); // open
int x __attribute__((vector_size(3)));
int f(void) __attribute__((alias("g"))); int g(void) { return 0; }
int f(void) __attribute__((alias("g"))) ; int f(void) { return 0; } int g(void) { return 0; } // open
static int x __attribute__((weak));
int f(int *p) __attribute__((nonnull(2)));
int f(int p) __attribute__((nonnull(1)));
int f(int *p) __attribute__((nonnull(1)));
void f(void) __attribute__((constructor(200)));
void f(void) __attribute__((constructor("a"))); // open
