// Code without body cannot change what is defined `const`.
// expect: holds
#include <assert.h>
void look(const int *);
void read_text(const char *);
static const int shared = 3;
void given(const int x) {
  look(&x);
  assert(x == 1);
}
int main(void) {
  const int local = 1, array[2] = {4, 5};
  int changed = 7;
  const int *literal = (const int[]){6};
  const char *text = "ab";
  look(&local);
  look(array);
  look(literal);
  look(&shared);
  look(&changed);
  read_text(text);
  given(1);
  assert(local == 1 && array[1] == 5 && *literal == 6 && shared == 3 && text[0] == 'a');
  return 0;
}
