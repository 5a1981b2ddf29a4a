// kind: conversion
// seen by: ubsan
#ifdef UB
#define X (-1.0f)
#else
#define X (-0.9f)
#endif
int main(void) {
  float x = X;
  unsigned char c = x;
  return c == 7;
}
