// String literals are not to be written.
// expect: violated(deref@5)
int main(void) {
  char *s = "hello";
  s[0] = 'j';
  return 0;
}
