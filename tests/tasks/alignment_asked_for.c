// Objects lie where their declarations want them.
// property: assertion
// expect: violated(assertion@14)
typedef int wide __attribute__((aligned(32)));
_Alignas(64) char global[3];
char plain[64];
int main(void) {
  _Alignas(64) char local[64];
  static double number __attribute__((aligned(128)));
  wide w = 1;
  __CPROVER_assert(((unsigned long)global & 63) == 0 && sizeof global == 3, "global");
  __CPROVER_assert(((unsigned long)local & 63) == 0, "local");
  __CPROVER_assert(((unsigned long)&number & 127) == 0 && ((unsigned long)&w & 31) == 0, "by attribute");
  __CPROVER_assert(((unsigned long)plain & 63) == 0, "nobody said so");
  return 0;
}
