// Without its header `assert` is a function like any other, which takes a union too. Of a number it is the macro that was
// forgotten.
// expect: unknown
union u {
  int a;
} g;
int main(void) {
  assert(g.a == 0);
  assert(g);
}
