// Reading a `volatile` object for nothing.
// property: assertion
// expect: holds
// assumes: `volatile` objects change by the program's own writes only
static volatile int status;
int main(void) {
  status;
}
