// break and continue.
// expect: holds
int main(void) {
  int s = 0;
  for (int i = 0; ; i++) {
    if (i % 2) continue;
    if (i == 8) break;
    s += i;
  }
  __CPROVER_assert(s == 12, "0 + 2 + 4 + 6");
  return 0;
}
