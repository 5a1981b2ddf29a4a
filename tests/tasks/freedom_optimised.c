// What a compiler knows only if it optimises.
// expect: holds
// assumes: `__builtin_constant_p` is 0 for what is no constant by its form, as without optimisation
// assumes: `__builtin_object_size` does not know objects that are not named, as without optimisation
int main(void) {
  int y = 3;
  char *p = __builtin_malloc(10);
  __CPROVER_assert(!__builtin_constant_p(y) && __builtin_constant_p(3), "constant");
  __CPROVER_assert(__builtin_object_size(p, 0) == -1, "size");
}
