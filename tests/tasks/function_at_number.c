// A number at which there is no function is called.
// property: assertion,deref
// expect: violated(deref@7)
int main(void) {
  void (*f)(void) = 0;
  f = (void (*)(void))((char *)f + 5000);
  f(); // fails
  return 0;
}
