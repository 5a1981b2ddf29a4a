// Floats at the limits of integer types: those that fit, whether or not the format has the limit itself.
// property: conversion,assertion
// expect: holds
#include <assert.h>
#include <limits.h>
#include <math.h>
volatile double any_double;
float nondet_float(void);
double nondet_double(void);
int main(void) {
  double d = 2147483647.9;
  assert((int)d == INT_MAX);
  d = -2147483648.9;
  assert((int)d == INT_MIN);
  float f = 2147483520.0f;
  assert((int)f == 2147483520);
  f = -2147483648.0f;
  assert((int)f == INT_MIN);
  long double l = 9223372036854775807.0L;
  assert((long long)l == LLONG_MAX);
  l = -9223372036854775808.0L;
  assert((long long)l == LLONG_MIN);
  d = 9223372036854774784.0;
  assert((long long)d == 9223372036854774784);
  d = -0.0;
  assert((unsigned)d == 0);
  d = -0.99;
  assert((unsigned)d == 0 && (unsigned char)d == 0);
  d = 4294967295.9;
  assert((unsigned)d == UINT_MAX);
  f = 127.9f;
  assert((signed char)f == 127);
  f = -128.9f;
  assert((signed char)f == -128);
  // Everything is a truth value.
  assert((_Bool)INFINITY && (_Bool)1e300 && !(_Bool)-0.0);
  double x = nondet_double();
  if (x > -1 && x < 256) {
    unsigned char c = x;
    assert(c <= x + 1);
  }
  int n = (int)(x > 0 ? 1 : 2);
  assert((int)(double)n == n);
  return 0;
}
