/* Integer and floating conversions, promotions and comparisons of every pair of types. */
static unsigned long long sum;
static void mix(unsigned long long x) { sum = sum * 1099511628211ull + x; }

#define ONE(T, v) { T x = (T)(v); mix((unsigned long long)x); mix(x < 0); mix(x > -1); mix(x == -1); \
  mix((unsigned long long)(x >> 1)); mix(sizeof(+x)); mix(sizeof(x + 1u)); mix(sizeof(x + 1l)); \
  mix((unsigned long long)~x); mix(!x); mix((_Bool)x); mix(x ? 3 : 4); \
  mix((unsigned long long)(x & 0x7f)); mix(x % 7 == 3); mix((unsigned long long)(x / 3)); }
#define ALL(v) ONE(_Bool, v) ONE(char, v) ONE(signed char, v) ONE(unsigned char, v) ONE(short, v) \
  ONE(unsigned short, v) ONE(int, v) ONE(unsigned, v) ONE(long, v) ONE(unsigned long, v) ONE(long long, v) \
  ONE(unsigned long long, v)
#define PAIR(T, U, v, w) { T x = (T)(v); U y = (U)(w); mix(x < y); mix(x == y); mix(sizeof(x + y)); \
  mix(sizeof(1 ? x : y)); mix((unsigned long long)(x ^ y)); mix((x | y) < 0); mix((x & y) > 0); }
#define PAIRS(T, v, w) PAIR(T, char, v, w) PAIR(T, unsigned char, v, w) PAIR(T, short, v, w) \
  PAIR(T, unsigned short, v, w) PAIR(T, int, v, w) PAIR(T, unsigned, v, w) PAIR(T, long, v, w) PAIR(T, unsigned long, v, w)

int main(void) {
  long long values[] = {0, 1, -1, 2, 127, 128, 255, 256, -128, -129, 32767, 32768, 65535, 65536, 2147483647ll,
                        -2147483647ll - 1, 4294967295ll, 4294967296ll, 0x123456789abcdefll};
  for (unsigned i = 0; i < sizeof values / sizeof *values; i++) {
    long long v = values[i];
    ALL(v)
    for (unsigned j = 0; j < sizeof values / sizeof *values; j += 3) {
      PAIRS(signed char, v, values[j]) PAIRS(unsigned short, v, values[j])
      PAIRS(int, v, values[j]) PAIRS(unsigned, v, values[j]) PAIRS(long, v, values[j])
    }
    float f = v;
    double d = v;
    long double l = v;
    mix(f == d);
    mix(d < l);
    mix((unsigned long long)(long long)(d / 3));
    mix((long long)(f / 7));
    mix((int)(d / 1e13));
    mix((unsigned char)(int)(l / 1e14L));
    mix(d != 0 ? 5 : 6);
  }
  mix('\xff');
  mix(0x80000000);
  mix(2147483648);
  mix(-2147483648 < 0);
  mix(sizeof 2147483648);
  mix(sizeof 0x80000000);
  mix(-1 < 0u);
  mix((char)200 < 0);
  mix((unsigned char)-1 >> 4);
  mix(-7 / 2);
  mix(-7 % 2);
  mix((short)40000);
  enum small { A, B = -1 };
  enum large { C = 1, D = 0xffffffff };
  mix(sizeof(enum small) + (enum small)B);
  mix((enum large)-1 > 0);
  return (int)(sum ^ sum >> 32);
}
