int nondet_int(void);
int main(void) {
  int x = nondet_int(), n = 0;
  switch (x) {
    int hidden[2];
  case 1: hidden[0] = 2; n = hidden[0]; break;
  case 3 ... 5: n = 4;
  default: n++;
  }
  while (n < 10 && x != 3) {
    if (x > 5 || n == 7) continue;
    n++;
  }
  do { x--; if (x == n) goto out; } while (x > 0);
  {
    int taken = 5;
    int *p = &taken;
    if (x) goto again;
    n += *p;
  again:
    taken = 7;
  }
out:
  return n ? n : x;
}
