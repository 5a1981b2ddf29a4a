// Jumps.
void f(void) { break; }
void f(void) { continue; }
void f(int a) { switch (a) { case 1: continue; } }
void f(int a) { while (a) { switch (a) { case 1: continue; } } }
void f(int a) { if (a) break; }
void f(void) { goto a; }
void f(void) { goto a; a: ; }
void f(void) { a: ; a: ; }
void f(void) { { a: ; } { a: ; } }
void f(void) { a: ; } void g(void) { goto a; }
void f(void) { __label__ a; } // open
void f(void) { __label__ a; a: ; }
void *f(void) { return &&a; }
void *f(void) { a: return &&a; }
void f(void *p) { goto *p; }
void f(int p) { goto *p; }
void f(double p) { goto *p; }
void f(int n) { goto a; { int x[n]; a: ; } } // open
void f(int n) { goto a; int x[n]; a: ; } // open
void f(int n) { a: ; int x[n]; goto a; }
void f(int n) { { int x[n]; goto a; } a: ; }
void f(int n) { { int x[n]; a: ; goto a; } }
void f(int n) { goto a; int x = n; a: ; }
void f(int n) { switch (n) { int x[n]; case 1: ; } } // open
void f(int n) { switch (n) { case 1: ; int x[n]; case 2: ; } } // open
void f(int n) { switch (n) { case 1: { int x[n]; } case 2: ; } }
void f(int n) { switch (n) { int x; case 1: ; } }
void f(int n) { switch (n) { case 1: ; int x[n]; } }
void f(int n) { switch (n) { { int x[n]; case 1: ; } } } // open
void f(void) { goto a; ({ a: ; }); } // open
void f(void) { ({ goto a; a: ; }); }
void f(void) { ({ goto a; }); a: ; }
void f(int n) { typedef int T[n]; goto a; a: ; }
void f(int n) { goto a; typedef int T[n]; a: ; } // open
void f(int n) { goto a; int (*x)[n]; a: ; } // open
// Switches.
void f(int a) { switch (a) { case 1: case 1: ; } }
void f(int a) { switch (a) { case 1: case 2: ; } }
void f(int a) { switch (a) { case 1 ... 3: case 2: ; } }
void f(int a) { switch (a) { case 3 ... 1: case 2: ; } }
void f(int a) { switch (a) { default: default: ; } }
void f(int a) { case 1: ; }
void f(int a) { default: ; }
void f(int a, int b) { switch (a) { case b: ; } }
void f(int a) { switch (a) { case 1.5: ; } }
void f(int a) { switch (a) { case "a": ; } }
void f(double a) { switch (a) { case 1: ; } }
void f(int *a) { switch (a) { case 1: ; } }
struct S { int a; } s; void f(void) { switch (s) { case 1: ; } }
void f(_Bool a) { switch (a) { case 1: ; } }
void f(char a) { switch (a) { case 1000: ; } }
void f(unsigned a) { switch (a) { case -1: case 4294967295u: ; } }
enum E { A, B }; void f(enum E a) { switch (a) { case A: case 0: ; } }
const int n = 1; void f(int a) { switch (a) { case n: ; } }
void f(int a) { switch (a) { case (int)1.5: ; } }
void f(int a) { while (a) { switch (a) { case 1: while (1) { case 2: ; } } } }
// Conditions.
struct S { int a; } s; void f(void) { if (s) ; }
struct S { int a; } s; void f(void) { while (s) ; }
struct S { int a; } s; void f(void) { for (; s; ) ; }
struct S { int a; } s; void f(void) { do ; while (s); }
void g(void); void f(void) { if (g()) ; }
void g(void); void f(void) { while (g()) ; }
void f(int *a) { if (a) ; }
void f(double a) { while (a) a = 0; }
void f(void) { if (f) ; }
// Returns.
void f(void) { return 1; }
int f(void) { return; }
int f(void) { }
struct S { int a; }; struct S f(void) { return; }
struct S { int a; } s; int f(void) { return s; }
struct S { int a; } s; void f(void) { return s; }
void f(int a) { return a ? f(1) : f(2); }
int f(void) { return "a"; }
int *f(void) { return 1.5; }
_Noreturn void f(void) { return; }
// Functions.
int f(int) { return 0; }
int f(int a, int) { return a; }
int f(void) { int g(void) { return 1; } return g(); }
int f { return 0; }
int (f)(void) { return 0; }
typedef int F(void); F f { return 0; }
typedef int F(void); F f;
int *f(void) { return 0; }
int f(void)[2] { }
int f(void) { return 0; };
int x; { }
int main(int a) { return a; }
void f(a) { }
void f(a, b) int b; { }
void f(a) struct S { int a; } a; { }
void f(a) register int a; { }
void f(a) static int a; { }
void f(a) int a = 1; { }
