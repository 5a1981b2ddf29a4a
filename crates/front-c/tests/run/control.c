/* switch, goto, loops, conditional and short-circuit evaluation, and the order of effects. */
static unsigned sum;
static int mix(int x) { sum = sum * 31 + (unsigned)x; return x; }

static int duff(int n) {
  int count = 0, left = (n + 3) / 4;
  switch (n % 4) {
  case 0: do { count += 1;
  case 3: count += 10;
  case 2: count += 100;
  case 1: count += 1000;
    } while (--left > 0);
  }
  return count;
}

static int classify(long x) {
  switch (x) {
  case -5 ... -1: return 1;
  case 0: case 7: return 2;
  case 10 ... 5000: return 3;
  default: x = 99;
  case 5001: x++; break;
  case 'a' + 100000: return 4;
  }
  return (int)x;
}

static int jumps(int n) {
  int i = 0, total = 0;
again:
  if (i >= n) goto done;
  {
    int local = i * 2;
    int *p = &local;
    if (*p % 3 == 0) { i++; goto again; }
    total += *p;
  }
  for (int j = 0; ; j++) {
    int box[2] = {j, i};
    if (box[0] > box[1]) break;
    if (j == 2) continue;
    total += box[0];
    if (total > 1000) goto done;
  }
  i++;
  goto again;
done:
  return total;
}

static int into(int k) {
  switch (k) {
    int hidden[3];
    struct { int a; } s;
  case 1: hidden[0] = 5; s.a = 2; return hidden[0] + s.a;
  case 2: { int *q = hidden + 1; *q = 8; return *q; }
  }
  if (k > 5) goto inside;
  {
    int slot;
    slot = 1;
    return slot;
  inside:
    slot = 40;
    int *p = &slot;
    return *p + 2;
  }
}

static int side, calls;
static int yes(void) { calls++; return 1; }
static int no(void) { calls++; return 0; }

int main(void) {
  for (int i = 0; i < 12; i++) mix(duff(i + 1));
  for (long i = -7; i < 12; i++) mix(classify(i));
  mix(classify(5000)); mix(classify(5001)); mix(classify(100097));
  mix(jumps(20));
  for (int i = 0; i < 8; i++) if (i != 3) mix(into(i));
  mix(yes() && no() || yes());
  mix(no() && yes());
  mix(yes() || (side = 1));
  mix(calls); mix(side);
  mix((no() ? 1 : 2) + (yes() ? 10 : 20));
  mix(no() ?: 17);
  mix(3 ?: mix(4));
  int a = 5, b = a++ + 2, c = (b++, b + 1);
  mix(a); mix(b); mix(c);
  a += b -= c <<= 2;
  mix(a); mix(b); mix(c);
  int k = 0;
  do { if (k == 3) { k += 2; continue; } mix(k); } while (k++ < 8);
  while (1) { if (k-- < 2) break; }
  mix(k);
  int m = ({ int t = 5; for (int i = 0; i < 3; i++) t *= 2; t; });
  mix(m);
  mix(!!m + !0 + !m);
  unsigned char w = 250;
  while (w > 5) w += 3;
  mix(w);
  return (int)sum;
}
