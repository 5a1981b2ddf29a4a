// One name, several declarations in one scope.
typedef int T; typedef int T;
typedef int T; typedef long T;
typedef int T; int T;
int T; typedef int T;
enum { A }; enum { A };
enum { A }; int A;
int A; enum { A };
enum { A, A };
void f(void) { enum { A }; int A; }
void f(void) { enum { A }; enum { A }; }
typedef int T; void f(void) { int T; T = 1; }
enum { A }; void f(int A) { A = 1; }
struct S { int a; }; struct S { int a; };
struct S { struct S { int a; } b; };
struct S { int a; }; union S { int a; };
struct S { int a; }; enum S { A };
enum E { A }; struct E { int a; };
enum E { A }; enum E { B };
struct S { int a; }; void f(void) { struct S { int b; }; struct S s; s.b = 1; }
struct S { int a; int a; };
struct S { int a; struct { int a; }; };
struct S { int a; struct { int b; }; };
union U { int a; struct { int b; union { int a; }; }; };
int x = 1; int x = 2;
int x; int x; int x = 1;
int f(void) { return 0; } int f(void) { return 1; }
// Types that do not agree.
int x; long x;
extern int x; extern long x;
extern int x[]; int x[3];
extern int x[2]; int x[3];
extern int *x; const int *x;
int x; const int x;
extern const int x; const int x = 1;
int f(int); int f(long);
int f(int); long f(int);
int f(); int f(int);
int f(); int f(char);
int f(char); int f();
int f(); int f(int, ...);
int f(int); int f(int, int);
int f(int a, ...); int f(int a);
int f(const int); int f(int);
int f(int *); int f(int[3]);
int f(const int *); int f(int *);
int f(a) int a; { return a; } int f(int);
int f(a) char a; { return a; } int f(int);
int f(int) ; int f(a) long a; { return 0; }
int f(int) ; int f(a, b) int a, b; { return 0; }
int f(int, ...) ; int f(a) int a; { return 0; }
int f(char, float) ; int f(a, b) char a; float b; { return 0; }
int f(a, b) char a; float b; { return 0; } int f(char, float) ;
int f(a, b) char a; float b; { return 0; } int f(int, double) ;
int f(a) int a; { return 0; } int f(long) ;
int f; int f(void);
int f(void); int f;
void f(void); void g(void) { int f(void); }
void g(void) { int f(void); } void h(void) { int f(void); }
extern int x; void f(void) { extern long x; }
enum E { A }; extern enum E x; extern unsigned x;
struct S; extern struct S x; struct S { int a; } x;
// Linkage.
static int x; int x;
int x; static int x;
static int x; extern int x;
extern int x; static int x;
int f(void); static int f(void) { return 0; }
static int f(void); int f(void) { return 0; }
static int f(void); extern int f(void);
inline int f(void) { return 0; } static int f(void);
void f(void) { static int g(void); }
void f(void) { extern int x = 1; }
extern int x = 1;
void f(void) { int x; extern int x; }
void f(void) { extern int x; int x; }
void f(void) { int x; { extern int x; } }
void f(void) { int x; int x; }
void f(void) { int x; { int x; } }
void f(int a) { int a; }
void f(int a) { { int a; } }
void f(int a, int a) { }
int f(int a, int a);
void f(a, a) { }
void f(a) int b; { }
void f(a) int a; int a; { }
void f(int a) int a; { }
// Storage classes.
void f(static int a) { }
void f(extern int a) { }
void f(typedef int a) { }
void f(auto int a) { }
void f(register int a) { }
void f(int a = 1) { }
auto int x;
register int x;
auto void f(void) { }
register void f(void) { }
typedef void f(void) { }
static extern int x;
typedef static int x;
typedef int x = 1;
_Thread_local int x; static _Thread_local int y; extern __thread int z;
void f(void) { static _Thread_local int x; }
void f(void) { _Thread_local int x; }
_Thread_local void f(void);
inline int x;
_Noreturn int x;
struct S { static int a; };
struct S { typedef int a; };
void f(void) { for (static int i = 0; i < 1; i++) { } }
void f(void) { for (extern int i; i < 1; i++) { } }
void f(void) { for (typedef int T; 0; ) { } }
void f(void) { for (int g(void); 0; ) { } }
void f(void) { for (struct S { int a; } s = {0}; s.a < 1; s.a++) { } }
void f(void) { for (enum { A } e = A; e < 1; e++) { } }
void f(void) { for (register int i = 0; i < 1; i++) { } }
// Before it is declared.
int f(void) { return x; } int x;
int f(void) { return A; } enum { A };
int f(void) { return sizeof x; } int x;
int *p = &x; int x;
int x = sizeof y; int y;
int f(void) { return g(); } int g(void) { return 1; }
int (*p(void))(void) { return g; } int g(void) { return 1; }
int f(void) { return f != 0; }
int f(int a) { return a; } int a;
int x = sizeof x;
void *p = &p;
int f(void) { int y = sizeof y; return y; }
int f(void) { return z; }
int f(void) { { int z = 1; } return z; }
int f(void) { for (int i = 0; i < 3; i++) { } return i; }
int f(int n, int a[n]) { return a[0]; }
int f(int a[n], int n) { return a[0]; }
void f(void) { extern int x; } int g(void) { return x; }
int f(void) { return __func__[0]; }
int f(void) { return printf("a"); }
