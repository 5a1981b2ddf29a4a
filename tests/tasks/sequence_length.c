// The length of an array in `sizeof` is evaluated (6.5.3.4p2), and not sequenced with what stands beside it.
// expect: violated(sequence@6)
// assumes: effects that are not sequenced take place from left to right
int main(void) {
  int n = 2;
  return (int)sizeof(char[n++]) + n;
}
