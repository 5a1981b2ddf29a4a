// Effects on structs and complex numbers as a whole are effects on their parts (6.5p2).
// expect: violated(sequence@12) violated(sequence@13) violated(sequence@14)
// assumes: effects that are not sequenced take place from left to right
struct pair {
  int a[2], b;
};
struct pair x, z;
_Complex double c;
int main(void) {
  struct pair y = {{1, 2}, 3};
  int k = 0;
  if (y.b == 3) k += (x = y).b + (x = z).b;
  if (y.b == 3) k += (x = y).b + x.b;
  c = (c = 1.0) + (c = 2.0);
  return k;
}
