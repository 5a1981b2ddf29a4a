/* Functions inside of functions, called and passed on. */

static int apply(int (*f)(int), int x) { return f(x) + f(x + 1); }
static void each(int n, void (*f)(int)) {
  for (int i = 0; i < n; i++)
    f(i);
}

static int counter(int start) {
  int calls = 0, sum = start;
  struct pair {
    int a, b;
  } p = {1, 2};
  int step(int by) {
    static int total;
    calls++;
    sum += by * p.b;
    return total += by;
  }
  void both(void) {
    p.a++;
    step(p.a);
  }
  step(3);
  both();
  p.b = 5;
  both();
  return sum * 100 + calls * 10 + p.a;
}

static int recursive(int n) {
  int depth = 0;
  int fact(int k) {
    depth++;
    return k < 2 ? 1 : k * fact(k - 1);
  }
  int plain(int k) { return k * 3; }
  int inner = n > 2 ? recursive(n - 1) : 0;
  return fact(n) + depth * 1000 + inner + apply(plain, n);
}

static int pointers(int n) {
  int sum = 0;
  void add(int i) { sum += i * n; }
  each(4, add);
  n = 2;
  each(3, add);
  return sum;
}

static int deeper(int x) {
  int y = x + 1;
  int middle(int z) {
    int w = z + y;
    int inside(int v) {
      y++;
      w += x;
      return v + w + y;
    }
    return inside(1) + inside(2) + w;
  }
  return middle(3) + y;
}

static int sizes(int n) {
  int a[2][n];
  int sum(int rows, int b[rows][n]) {
    int s = 0;
    for (int i = 0; i < rows; i++)
      for (int j = 0; j < n; j++)
        s += b[i][j] * (i + 1);
    return s + sizeof b[0];
  }
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < n; j++)
      a[i][j] = i + j;
  return sum(2, a) + sizeof a;
}

static int announced(void) {
  int x = 1;
  auto int second(int);
  int first(int k) { return k ? second(k - 1) : x; }
  int second(int k) {
    x *= 2;
    return first(k);
  }
  return first(4);
}

int main() {
  int sum = counter(7);
  sum = sum * 3 + recursive(4);
  sum = sum * 3 + pointers(10) + pointers(3);
  sum = sum * 3 + deeper(5);
  sum = sum * 3 + sizes(3);
  return sum * 3 + announced();
}
