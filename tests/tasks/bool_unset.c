// A `_Bool` without a value may hold any byte.
// expect: holds
// assumes: `_Bool` objects are assumed to hold 0 or 1 when they are read: any other byte reads as 1
int main(void) {
  int a[2] = {0, 0};
  _Bool b;
  return a[b];
}
