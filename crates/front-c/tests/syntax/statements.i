int f(int a) {
  ; ;
  if (a) ; if (a) a; else ; if (a) if (a) 1; else 2; else 3;
  if (a) 1; else if (a) 2; else if (a) { 3; } else 4;
  while (a) break; do continue; while (a); do { } while (a);
  for (;;) ; for (_Static_assert(1, ""); ; ) ; for (a = 0; a < 3; a++) { } for (int i = 0, j; i < 3; ) i; for (struct s { int x; } s = {1}; ; s.x++) ;
  switch (a) { case 1: case 2: a; break; case 3 ... 5: ; default: ; } switch (a) case 1: a;
  { int a; { } }
  goto end; { __label__ x, y; x: y: ; }
  void *tab[] = { &&end, &&l2 }; goto *tab[a]; l2: a;
  int nested(int q) { return q + a; } auto int fwd(int);
  static int k = 3; extern int e; typedef int LT; LT lt;
  asm("nop"); asm volatile ("mov %1, %0" : "=r" (a) : "r" (a) : "memory", "cc"); __asm__ __volatile__ ("" ::: "memory");
  asm goto ("jmp %l0" : : : : end, l2); asm ("" : [out] "+m" (a), "=&r" (a) : [in] "i" (3), "0" (a)); asm inline ("x" :: "r"(a));
  _Static_assert(sizeof(int) == 4, "int"); __attribute__((fallthrough)); __attribute__((unused)) int un;
  __extension__ int ei; __extension__ ({ a; });
  end: __attribute__((unused)) return a; return;
  last:
}
int kr(a, b, c) int a, *b; char c; { return a; }
kr2(x) { return x; }
void (*kr3(a))(int) int a; { }
asm(".globl x"); __asm__("nop");
int red __asm__("blue") __attribute__((weak)), blue asm("red") = 1;
__attribute__((noreturn)) void nr(void), nr2(int) __attribute__((__nothrow__ , __leaf__));
int loop(int n) { for (int i = 0; i < n; i++) __CPROVER_loop_invariant(i >= 0) __CPROVER_decreases(n - i) { } while (n) __CPROVER_loop_invariant(1) n--; }
int contract(int x) __CPROVER_requires(x > 0) __CPROVER_ensures(__CPROVER_return_value > 0) { return x; }
