// A variable that is read in its own initialiser.
// property: uninit
// expect: violated(uninit@5)
int main(void) {
  int x = x;
  return x;
}
