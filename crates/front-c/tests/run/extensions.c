/* GNU extensions: labels as values, cleanups, casts to unions, other names for the same thing, old definitions. */

static int log_value;
static void note(int n) { log_value = log_value * 10 + n; }
static void leave(int *p) { note(*p); }

/* A small machine whose instructions are addresses of labels, or distances between them. */
static int machine(const char *code, int x) {
  static const void *const table[] = {&&stop, &&add, &&twice};
  static const int distance[] = {&&stop - &&stop, &&add - &&stop, &&twice - &&stop};
  int steps = 0;
  goto *table[(int)*code];
add:
  x += 3;
  steps++;
  goto *(&&stop + distance[(int)*++code]);
twice : {
  int y __attribute__((cleanup(leave))) = 7;
  x *= 2;
  steps++;
  goto *table[(int)*++code];
}
stop:
  return x * 10 + steps;
}

/* The address of a label may be compared and kept. */
static int jumps(int n) {
  void *way = n > 2 ? &&high : &&low;
  if (way == &&low)
    n++;
  goto *way;
high:
  return n + 100;
low:
  return n;
}

static int ways(int n) {
  int outer __attribute__((cleanup(leave))) = 1;
  for (int i = 0; i < 3; i++) {
    int inner __attribute__((cleanup(leave))) = 2;
    if (i == n)
      continue;
    if (i == n + 1)
      break;
    if (n == 9)
      return log_value;
    inner = 3;
  }
  return log_value;
}
static int back(void) {
  int rounds = 0;
again:;
  int x __attribute__((cleanup(leave))) = 4 + rounds;
  if (rounds++ < 2)
    goto again;
  return rounds;
}

union number {
  int i;
  double d;
};
static int whole(union number n) { return n.i; }

int original[3] = {1, 2, 3};
extern int renamed[3] __attribute__((alias("original")));
int first_name(int x) { return x + 1; }
int second_name(int) __attribute__((alias("first_name")));

/* Arguments are passed promoted, and cut here. */
int old_style(c, f, s) char c;
float f;
short s;
{ return c * 100 + (int)(f * 2) + s; }

static unsigned seen[1] = {2};
static unsigned change(void) {
  seen[0] |= 128;
  return 1;
}

int main() {
  int sum = machine("\1\2\1", 4);
  sum = sum * 3 + log_value + jumps(2) * 2 + jumps(3);
  log_value = 0;
  sum = sum * 3 + ways(0) + log_value;
  log_value = 0;
  sum = sum * 3 + ways(9) + log_value;
  log_value = 0;
  sum = sum * 3 + back() + log_value;
  sum = sum * 3 + whole((union number)5);
  renamed[1] = 40;
  sum = sum * 3 + original[1] + second_name(6);
  sum = sum * 3 + old_style(300, 1.5, 70000);
  int changed = change();
  seen[0] |= changed;
  sum = sum * 3 + seen[0];
  int x = 5, y;
  __asm__("" : "+r"(x));
  __asm__("" : "=r"(y) : "0"(x + 1));
  return sum * 3 + x * 10 + y;
}
