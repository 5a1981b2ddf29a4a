// What a function without body cannot reach stays as it is; a pure one changes nothing.
// property: assertion
// expect: holds
extern void log_value(int value);
extern int hash(const char *text) __attribute__((pure));
extern void fill(char *buffer, unsigned size);
extern void old_style();
static int count;
int main(void) {
  int x = 1, y = 2;
  char text[4] = "abc";
  int *px = &x, *py = &y;
  count = 3;
  log_value(*px + *py);
  int h = hash(text);
  __CPROVER_assert(text[0] == 'a' && h == h, "a pure function writes nothing");
  fill(text, 4);
  old_style(1, 2);
  old_style(0, py);
  __CPROVER_assert(*px == 1 && count == 3, "out of reach");
  return 0;
}
