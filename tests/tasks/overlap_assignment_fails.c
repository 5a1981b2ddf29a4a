// The same through pointers.
// property: overlap
// expect: violated(overlap@7)
struct three {
  int x, y, z;
};
void assign(struct three *p, const struct three *q) { *p = *q; }
int numbers[4];
int main(void) {
  assign((struct three *)numbers, (struct three *)(numbers + 1));
  return 0;
}
