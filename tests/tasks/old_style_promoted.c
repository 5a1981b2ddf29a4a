// GNU C passes arguments to an old-style definition as a prototype before it says; C has parameters of their promoted types
// (C17 6.7.6.3p15).
// property: assertion
// expect: holds
#include <assert.h>
void narrow(char, float);
void wide(int, double);
int main(void) {
  narrow(300, 1.5);
  wide(300, 1.1);
}
void narrow(c, x) char c; float x; { assert(c == 44 && x == 1.5f); }
void wide(c, x) char c; float x; { assert(c == 44 && x == 1.1f); }
