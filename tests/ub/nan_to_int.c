// kind: conversion
// seen by: ubsan
#ifdef UB
#define BY 0.0
#else
#define BY 1.0
#endif
int main(void) {
  double zero = 0.0, by = BY;
  long i = (long)(zero / by);
  return i == 7;
}
