// What is accessed as characters may be a part of something else.
// expect: holds
// assumes: effects that are not sequenced take place from left to right
static int both(unsigned char *p, int *q) { return *p + (*q)++; }
int main(void) {
  int x = 1;
  return both((unsigned char *)&x, &x) == 0;
}
