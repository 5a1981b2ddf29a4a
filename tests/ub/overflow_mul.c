// kind: overflow
// seen by: ubsan
// A product of two unsigned shorts is computed as int.
#ifdef UB
#define N 65535
#else
#define N 46340
#endif
int main(void) {
  unsigned short a = N, b = N;
  unsigned c = a * b;
  return c == 7;
}
