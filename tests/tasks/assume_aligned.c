// What `__builtin_assume_aligned` says is checked as alignment.
// property: alignment
// expect: violated(alignment@6)
int main(void) {
  static char bytes[3] = {1, 2, 3}; static _Alignas(64) char wide[64];
  char *p = __builtin_assume_aligned(bytes + 1, 64);
  char *q = __builtin_assume_aligned(wide, 32);
  return *p + *q;
}
