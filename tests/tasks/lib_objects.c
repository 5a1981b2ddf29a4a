// What verifiers can ask of memory.
// expect: holds
#include <stdlib.h>
_Bool __CPROVER_r_ok(), __CPROVER_w_ok(), __CPROVER_same_object();
size_t __CPROVER_OBJECT_SIZE(const void *), __CPROVER_POINTER_OFFSET(const void *);
_Bool __CPROVER_DYNAMIC_OBJECT(const void *), __CPROVER_overflow_plus();
void __CPROVER_assert(_Bool, const char *), __CPROVER_havoc_object(void *);
int main(void) {
  char local[4], *p = malloc(10), *q = p + 3;
  const char *literal = "text";
  __CPROVER_assert(__CPROVER_r_ok(q, 7) && !__CPROVER_r_ok(q, 8), "room");
  __CPROVER_assert(__CPROVER_r_ok(literal, 5) && !__CPROVER_w_ok(literal, 1), "literal");
  __CPROVER_assert(!__CPROVER_r_ok((char *)0, 1), "null");
  __CPROVER_assert(__CPROVER_OBJECT_SIZE(q) == 10 && __CPROVER_POINTER_OFFSET(q) == 3, "size");
  __CPROVER_assert(__CPROVER_same_object(p, q) && !__CPROVER_same_object(p, local), "same");
  __CPROVER_assert(__CPROVER_DYNAMIC_OBJECT(p) && !__CPROVER_DYNAMIC_OBJECT(local), "heap");
  __CPROVER_assert(__CPROVER_overflow_plus(2147483647, 1) && !__CPROVER_overflow_plus(1, 1), "sum");
  free(p);
  __CPROVER_assert(!__CPROVER_r_ok(q, 1), "freed");
  return 0;
}
