typedef int T;
typedef unsigned char u8;
void f(int T) { T = T * 2; }
void g(void) { T *x; { int T = 3; T * x; } T *y; }
void h(T, u8 (T), int (u8)) ;
struct T { T T; u8 u8; };
enum E { A, u8x };
int i(void) { enum { T = 4 }; return T * T; }
T k(T a) { T: goto T; }
void l(void) { u8 u8 = 1, v = u8 * 2; sizeof(u8); (u8)(1); }
void m(void) { for (int T = 0; T < 3; T++) T * 2; T *p; }
void n(T T, int x[T]);
T *o;
