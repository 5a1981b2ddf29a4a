// One loop has a bound of its own, the other is unwound as far as it goes.
// property: assertion
// expect: bounded
// options: --unwind-loop loop_line_bound.c:7=4
int main(void) {
  int s = 0;
  for (int i = 0; i < 20; i++)
    s++;
  for (int i = 0; i < 3; i++)
    s++;
  __CPROVER_assert(s == 23, "both");
  return 0;
}
