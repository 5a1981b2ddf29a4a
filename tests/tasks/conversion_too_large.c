// A float whose integral part is no value of the integer type: what follows is not defined (6.3.1.4).
// property: conversion
// expect: violated(conversion@5)
int main(void) {
  double d = 1e10; int i = (int)d;
  return i == 0;
}
