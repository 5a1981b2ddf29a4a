// An object that nothing defines has any content.
// expect: violated(assertion@8)
// property: assertion
struct config { int level; unsigned char flag; };
extern struct config current;
int main(void) {
  int before = current.level;
  __CPROVER_assert(before == 0, "any content");
  __CPROVER_assert(current.level == before, "but the same each time");
  current.flag = 3;
  __CPROVER_assert(current.flag == 3, "and it can be written");
  return 0;
}
