// options: entry=check
struct pair { int a, b; };
int total;
__attribute__((constructor)) static void setup(void) { total = 1; }
struct pair check(struct pair p, int *unknown, _Bool flag) {
  if (flag) p.a = p.b + total;
  else *unknown = 1;
  return p;
}
