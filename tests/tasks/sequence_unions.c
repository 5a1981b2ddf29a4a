// Unions, vectors and structs behind pointers are assigned as a whole.
// expect: violated(sequence@12) violated(sequence@13) violated(sequence@14)
union either {
  int a;
  float f;
};
typedef int quad __attribute__((vector_size(16)));
int main(void) {
  union either x = {0}, y = {1}, *p = &x, *q = &x;
  quad v = {0}, one = {1}, two = {2};
  int k = 0;
  k += (x = y).a + (x = y).a;
  k += (v = one)[0] + (v = two)[0];
  k += (*p = y).a + (*q = y).a;
  return k;
}
