// Effects on different structs, on members beside each other, and in what is not evaluated, do not meet.
// expect: holds
// assumes: nothing
struct pair {
  int a, b;
};
struct pair x, y;
int main(void) {
  int i = 0, n = 3;
  struct pair some[3] = {{1, 2}};
  int k = (y = x).a + x.b;
  some[i++] = x;
  y = some[--i];
  n = (x.a = 1) + (x.b = 2) + n;
  return k + (int)sizeof(int[3]) + n;
}
