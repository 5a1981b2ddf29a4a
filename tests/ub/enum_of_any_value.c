// kind: none
// seen by: none, C has no such rule
// Any value of the underlying type may be stored in an enum.
enum color { RED, GREEN };
int main(void) {
  enum color c = (enum color)77;
  return c == 5;
}
