// kind: conversion
// seen by: ubsan
// Only what the integer type can hold after cutting off the fraction (6.3.1.4p1).
#ifdef UB
#define X 2147483648.0
#else
#define X 2147483647.9
#endif
int main(void) {
  double x = X;
  int i = (int)x;
  return i == 7;
}
