/* Numbers: absolute values, division, text to number, bits. */

int abs(int x) { return x < 0 ? -x : x; }
long labs(long x) { return x < 0 ? -x : x; }
long long llabs(long long x) { return x < 0 ? -x : x; }

typedef struct { int quot, rem; } div_t;
typedef struct { long quot, rem; } ldiv_t;
typedef struct { long long quot, rem; } lldiv_t;

div_t div(int a, int b) {
  div_t r = {a / b, a % b};
  return r;
}
ldiv_t ldiv(long a, long b) {
  ldiv_t r = {a / b, a % b};
  return r;
}
lldiv_t lldiv(long long a, long long b) {
  lldiv_t r = {a / b, a % b};
  return r;
}

/* A number that does not fit is undefined for the three functions below: their arithmetic is checked. */
static long long number(const char *s) {
  int i = 0, negative = 0;
  while (s[i] == ' ' || s[i] >= '\t' && s[i] <= '\r') i++;
  if (s[i] == '-' || s[i] == '+') {
    negative = s[i] == '-';
    i++;
  }
  long long value = 0;
  for (; s[i] >= '0' && s[i] <= '9'; i++) {
    int digit = s[i] - '0';
    value = negative ? value * 10 - digit : value * 10 + digit;
  }
  return value;
}
int atoi(const char *s) { return (int)number(s); }
long atol(const char *s) { return (long)number(s); }
long long atoll(const char *s) { return number(s); }

int __builtin_popcount(unsigned x) {
  x = x - (x >> 1 & 0x55555555u);
  x = (x & 0x33333333u) + (x >> 2 & 0x33333333u);
  x = (x + (x >> 4)) & 0x0f0f0f0fu;
  return x * 0x01010101u >> 24;
}
int __builtin_popcountll(unsigned long long x) {
  return __builtin_popcount((unsigned)x) + __builtin_popcount((unsigned)(x >> 32));
}
int __builtin_popcountl(unsigned long x) { return __builtin_popcountll(x); }

int __builtin_parity(unsigned x) { return __builtin_popcount(x) & 1; }
int __builtin_parityl(unsigned long x) { return __builtin_popcountll(x) & 1; }
int __builtin_parityll(unsigned long long x) { return __builtin_popcountll(x) & 1; }

/* Undefined for zero. */
int __builtin_ctzll(unsigned long long x) {
  __CPROVER_assert(x != 0, "the argument of ctz is not zero");
  int n = 0;
  if ((x & 0xffffffffu) == 0) { n += 32; x >>= 32; }
  if ((x & 0xffff) == 0) { n += 16; x >>= 16; }
  if ((x & 0xff) == 0) { n += 8; x >>= 8; }
  if ((x & 0xf) == 0) { n += 4; x >>= 4; }
  if ((x & 3) == 0) { n += 2; x >>= 2; }
  if ((x & 1) == 0) n += 1;
  return n;
}
int __builtin_ctzl(unsigned long x) { return __builtin_ctzll(x); }
int __builtin_ctz(unsigned x) { return __builtin_ctzll(x); }

int __builtin_clzll(unsigned long long x) {
  __CPROVER_assert(x != 0, "the argument of clz is not zero");
  int n = 63;
  if (x >> 32 != 0) { n -= 32; x >>= 32; }
  if (x >> 16 != 0) { n -= 16; x >>= 16; }
  if (x >> 8 != 0) { n -= 8; x >>= 8; }
  if (x >> 4 != 0) { n -= 4; x >>= 4; }
  if (x >> 2 != 0) { n -= 2; x >>= 2; }
  if (x >> 1 != 0) n -= 1;
  return n;
}
int __builtin_clzl(unsigned long x) { return __builtin_clzll(x) - 8 * (int)(sizeof(long long) - sizeof(long)); }
int __builtin_clz(unsigned x) { return __builtin_clzll(x) - 32; }

int ffsll(long long x) { return x == 0 ? 0 : __builtin_ctzll(x) + 1; }
int ffsl(long x) { return x == 0 ? 0 : __builtin_ctzll(x) + 1; }
int ffs(int x) { return x == 0 ? 0 : __builtin_ctzll((unsigned)x) + 1; }

unsigned short __builtin_bswap16(unsigned short x) { return (unsigned short)(x << 8 | x >> 8); }
unsigned __builtin_bswap32(unsigned x) {
  return x << 24 | (x & 0xff00u) << 8 | (x >> 8 & 0xff00u) | x >> 24;
}
unsigned long long __builtin_bswap64(unsigned long long x) {
  return (unsigned long long)__builtin_bswap32((unsigned)x) << 32 | __builtin_bswap32((unsigned)(x >> 32));
}

static int error_number;
int *__errno_location(void) { return &error_number; }

/* The target is little-endian, the network is not. */
unsigned htonl(unsigned x) { return __builtin_bswap32(x); }
unsigned ntohl(unsigned x) { return __builtin_bswap32(x); }
unsigned short htons(unsigned short x) { return __builtin_bswap16(x); }
unsigned short ntohs(unsigned short x) { return __builtin_bswap16(x); }
