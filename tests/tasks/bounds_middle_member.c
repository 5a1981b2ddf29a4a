// An array of one element in the middle of a struct has just that one, and so has one that is a variable.
// property: bounds
// expect: violated(bounds@12) violated(bounds@13)
struct pair {
  char first[1];
  char second[1];
};
extern int nondet_int(void);
int main(void) {
  struct pair one = {{1}, {2}}, *p = &one;
  int i = 1;
  if (nondet_int()) return p->first[i];
  return one.second[i];
}
