int f(int a, int b, int *p, struct s *s, double d) {
  a + b * 2 - a / b % 3;
  a << 1 + 2 >> 3 < 4 == 5 & 6 ^ 7 | 8 && 9 || a;
  a = b = 3, a += b -= 1, a *= 2, a /= 2, a %= 2, a <<= 1, a >>= 1, a &= 1, a ^= 1, a |= 1;
  a ? b : a ? 1 : 2;
  a ? b, 1 : 2;
  a ?: b;
  -a + +b - !a + ~b; *p++ = *++p; &*p; & p[1]; - -a; a - -b; a-- - --b;
  s->x.y[3]->z(1, 2)(3)++; (*s).x; s->x--;
  (int) a + (char *) p; (struct s *) 0; (int (*)(int)) f; (int) (a); (unsigned long) -1; (const char) +a;
  sizeof a; sizeof(int); sizeof(a) + 1; sizeof (int *[3]); sizeof (int) * 2; sizeof (int[]){1,2}[0]; sizeof(struct s {int x;});
  _Alignof(int); __alignof__(a); __alignof__ a;
  (struct s){1, .x = 2}; (int[]){1, 2, 3}[1]; &(struct s){0}; (int){1} + 2;
  ({ int t = a; t + 1; }); ({ a; }) + 1;
  &&lab; lab: goto *p;
  __builtin_offsetof(struct s, a.b[2].c); __builtin_va_arg(p, int *); __builtin_types_compatible_p(int, unsigned *);
  __builtin_choose_expr(1, a, b); __builtin_expect(a, 0); __builtin_convertvector(a, int);
  _Generic(a, int: 1, const char *: 2, default: 3); _Generic((a), default: f)(1);
  __real__ d + __imag__ d; __extension__ a; __extension__ (int) 1; __func__; __FUNCTION__; __PRETTY_FUNCTION__;
  0x1FuL + 017 + 0b11 + 1ull + 'a' + L'b' + '\xff' + 1.5f + .5 + 1e3 + 0x1p3 + 2i + 1.0if + 1.0L;
  "a" "b\n" "\x41" ; L"w" "x"; u8"é"; u"h" "i";
}
//---
int f(int a) {
  "a" L"b"; (a) (1); (a) - 1; (a)++; ((a)); (a, 1); ((a) + (1)) * (a); -(a) (1); !a.b; *a->b; &a[1]; (int) a.b++; sizeof a++;
  a || a && a; a && a || a; a == a != a; a - a - a; a - (a - a); a & a == a; a < a > a; a | a ^ a & a; a + a << a; a = a ? a : a; a ? a : a = a;
}
//---
int g(int a) { return __CPROVER_forall { int i; 0 <= i && i < 3 } && __CPROVER_exists { unsigned j; j == a; }; }
