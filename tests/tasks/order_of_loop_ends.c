// A loop that ends: what stands beside it has a meaning in any order.
// property: division
// expect: holds
static int zero, count;
static int count_up(void) {
  for (;;) {
    if (count++ > 2) break;
  }
  return count;
}
int main(void) {
  int one = zero + 1;
  return count_up() + 1 / one - 4;
}
