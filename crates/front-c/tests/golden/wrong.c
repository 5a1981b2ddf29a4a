int f(int);
int f(long x) { return x; }
struct s { int a; };
int main(void) {
  struct s v = {1};
  int n = v;
  v.b = 2;
  goto nowhere;
  return missing + f(1, 2);
}
