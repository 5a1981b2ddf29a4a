// A pointer that leaves the row of an array that it began in.
// property: pointer
// expect: holds
// assumes: `pointer` looks at whole objects: a pointer may leave the row of an array or the member that it began in
int main(void) {
  int a[2][2], *p = a[0];
  p += 3;
  return p == &a[1][1];
}
