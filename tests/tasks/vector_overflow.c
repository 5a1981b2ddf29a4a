// That signed elements of vectors wrap around is told.
// expect: holds
// assumes: signed elements of vectors are taken to wrap around
typedef int quad __attribute__((vector_size(16)));
int main(void) {
  quad a = {1, 2, 3, 0x7fffffff};
  quad b = a + 1;
  __CPROVER_assert(b[3] < 0, "wraps");
}
