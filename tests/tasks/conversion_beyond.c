// Floats just beyond the limits of integer types, infinities and what is not a number.
// property: conversion
// expect: violated(conversion@10) violated(conversion@11) violated(conversion@12) violated(conversion@13) violated(conversion@14) violated(conversion@15) violated(conversion@16) violated(conversion@17) violated(conversion@18) violated(conversion@19) violated(conversion@20)
// engines: auto bmc paths
int nondet_int(void);
double zero = 0;
int main(void) {
  int i = 0;
  switch (nondet_int()) {
  case 0: { double d = 2147483648.0; i = (int)d; break; }
  case 1: { double d = -2147483649.0; i = (int)d; break; }
  case 2: { float f = 2147483648.0f; i = (int)f; break; }
  case 3: { float f = -2147483904.0f; i = (int)f; break; }
  case 4: { double d = 9223372036854775808.0; i = (long long)d != 0; break; }
  case 5: { long double l = -9223372036854775809.0L; i = (long long)l != 0; break; }
  case 6: { double d = -1; i = (unsigned)d != 0; break; }
  case 7: { double d = 4294967296.0; i = (unsigned)d != 0; break; }
  case 8: { double d = 1 / zero; i = (int)d; break; }
  case 9: { double d = zero / zero; i = (int)d; break; }
  case 10: { struct { int b : 3; } s; double d = 4; s.b = d; i = s.b; break; }
  }
  return i;
}
