// An effect in the arm of a choice between types or constants is sequenced with nothing beside it either.
// expect: holds
// options: -DTYPES
// options: -DCHOOSE
// assumes: effects that are not sequenced take place from left to right
int main(void) {
  int i = 0;
#ifndef TYPES
  int sum = __builtin_choose_expr(1, i++, 0) + i;
#else
  int sum = _Generic(1, int: i++, default: 0) + i;
#endif
  return sum;
}
