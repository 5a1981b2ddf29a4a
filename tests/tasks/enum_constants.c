// Constants that do not fit an `int` have the type of their enumeration; a mode sets its size.
// expect: violated(assertion@14)
void __VERIFIER_assert(int cond);
enum wide { BIG = 0x80000000, NEGATIVE = -1 };
enum large { LARGE = 0xffffffff };
enum small { ONE = 1 } __attribute__((mode(QI)));
enum more { TWO = 2 } __attribute__((__mode__(__DI__)));
int main(void) {
  int minus = -1;
  __VERIFIER_assert(BIG > 0 && BIG > minus && NEGATIVE < BIG && sizeof(BIG) == 8 && sizeof(NEGATIVE) == 4);
  __VERIFIER_assert(LARGE == minus && sizeof(LARGE) == 4);
  __VERIFIER_assert(sizeof(enum small) == 1 && sizeof(enum more) == 8 && sizeof(ONE) == 4);
  __VERIFIER_assert((enum small)257 == 1);
  __VERIFIER_assert((enum more)257 == 1);
  return 0;
}
