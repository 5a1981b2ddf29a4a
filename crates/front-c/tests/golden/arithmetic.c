int nondet_int(void);
unsigned nondet_uint(void);
char nondet_char(void);
int main(void) {
  int a = nondet_int(), b = nondet_int();
  unsigned u = nondet_uint();
  char c = nondet_char(), d = nondet_char();
  int sum = a + b;
  int small = c + d * 2;
  unsigned wraps = u * 3u + (unsigned)a;
  int q = a / b, r = a % 7;
  int s = a << b, t = a >> 3, v = 1 << 4;
  c += 5;
  c++;
  a++;
  int n = -a;
  long l = a * 2L;
  _Bool yes = a;
  return sum + (int)wraps + (a < b && u > 3) + (yes ? small : q) + r + s + t + v + c + n + (int)l;
}
