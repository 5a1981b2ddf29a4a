// An array that another file defines may be longer than is taken for granted, but it does not begin earlier.
// property: deref
// expect: unknown
// assumes: arrays whose length is not known are taken to have 1048576 bytes
extern int values[];
int main(void) {
  values[1000] = 1;
  return values[300000];
}
