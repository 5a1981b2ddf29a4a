int f(void) {
  int x = 1
  return x;
}
//---
int f(void) { return 1 + ; }
//---
int f(void) { if (x { } }
//---
int f(void) {
  foo_t x;
}
//---
foo_t x;
//---
foo_t *f(void);
//---
void f(foo_t x);
//---
void f(int a, foo_t x);
//---
struct s { foo_t x; };
//---
int f(void) { while (1) {
//---
struct s { int x;
//---
int f(void) { char *s = "abc; }
//---
/* open
//---
int x = 08;
//---
int x = 1.2.3;
//---
int x = 12abc;
//---
int x = '';
//---
int f(void) { else; }
//---
}
//---
int x @ y;
//---
int int x;
//---
struct a {} struct b {} c;
//---
static extern int x;
//---
signed unsigned x;
//---
long long long x;
//---
short double d;
//---
int f(void) { a[1; }
//---
int f(void) { f(1, 2; }
//---
int a[3] = {1, 2;
//---
enum e { 1 };
//---
#include <stdio.h>
//---
int x = sizeof;
//---
int f(void) { return (int) ; }
//---
int f(void) { goto 1; }
//---
int f(void) { case: ; }
//---
int x = (foo_t) 1;
//---
int f(void) { sizeof(foo_t *) ; return (foo_t) x; }
//---
struct { int x } y
//---
int x {
//---
"string";
//---
int f(void) { do x(); while (1) }
//---
int f(int) { return "a" u"b" U"c"; }
//---
#pragma scalar_storage_order big-endian
//---
#pragma pack(3)
//---
int x = '\u12';
//---
void f(void) { asm(1); }
//---
int f(void) { return __builtin_offsetof(int); }
//---
int x = __extension__;
//---
int 
//---
int f(int a) { if (a) int b; }
//---
typedef int T; int f(int a) { while (a) T b; }
//---
int f(int a) { if (a) L: int b; }
//---
int f(int a) { if (a) L: [[x]] a; else [[y]] { } { L2: int b; L3: [[z]] int c; L4: _Static_assert(1); } }
//---
int f(int a) { return 1; } }
//---
int x; #pragma once
//---
struct s x = {.a 1};
//---
int f(void)
int g(void);
//---
int f(a, b) int a; b; { }
//---
int f(int n; ) { }
