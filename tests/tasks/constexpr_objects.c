// `constexpr` objects are constants; so are `const` ones in initialisers of static objects.
// expect: violated(assertion@21)
// options: --std c23
constexpr int length = 3;
constexpr unsigned char narrow = 255;
static const int five = 5;
static const int same = five;
int copied = same;
int list[length];
int main(void) {
  constexpr int more = length + 1;
  constexpr double half = 0.5;
  static int kept = more + narrow;
  static_assert(more == 4 && (int)(half * 6) == length);
  int room[more];
  switch (length) {
  case more: return 1;
  case length: break;
  }
  __CPROVER_assert(sizeof(list) == 12 && sizeof(room) == 16 && kept == 259, "sizes");
  __CPROVER_assert(copied == 6, "value");
  return 0;
}
