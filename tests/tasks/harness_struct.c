// Structs by value have any content, and pointers in them are as those in arguments.
// expect: violated(deref@7) violated(assertion@8)
// property: assertion,deref
// options: --function take
struct view { int *data; int size; _Bool valid; };
int take(struct view v, int limit) {
  int first = *v.data;
  __CPROVER_assert(v.size <= limit, "any numbers");
  __CPROVER_assert(v.valid == 0 || v.valid == 1, "a truth value is one");
  return first;
}
