/* Numbers: absolute values, division, text to number. */

int abs(int x) { return x < 0 ? -x : x; }
long labs(long x) { return x < 0 ? -x : x; }
long long llabs(long long x) { return x < 0 ? -x : x; }

typedef int intmax_t __attribute__((mode(DI)));
intmax_t imaxabs(intmax_t x) { return x < 0 ? -x : x; }

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

typedef struct { intmax_t quot, rem; } imaxdiv_t;
imaxdiv_t imaxdiv(intmax_t a, intmax_t b) {
  imaxdiv_t r = {a / b, a % b};
  return r;
}

/* A number that does not fit is undefined for the functions below: the arithmetic of their own types is checked. */
static const char *digits_of(const char *s, int *negative) {
  while (*s == ' ' || *s >= '\t' && *s <= '\r') s++;
  *negative = *s == '-';
  return *s == '-' || *s == '+' ? s + 1 : s;
}
int atoi(const char *s) {
  int negative, value = 0;
  for (s = digits_of(s, &negative); *s >= '0' && *s <= '9'; s++)
    value = negative ? value * 10 - (*s - '0') : value * 10 + (*s - '0');
  return value;
}
long atol(const char *s) {
  int negative;
  long value = 0;
  for (s = digits_of(s, &negative); *s >= '0' && *s <= '9'; s++)
    value = negative ? value * 10 - (*s - '0') : value * 10 + (*s - '0');
  return value;
}
long long atoll(const char *s) {
  int negative;
  long long value = 0;
  for (s = digits_of(s, &negative); *s >= '0' && *s <= '9'; s++)
    value = negative ? value * 10 - (*s - '0') : value * 10 + (*s - '0');
  return value;
}

/* The target is little-endian, the network is not. */
unsigned htonl(unsigned x) { return __builtin_bswap32(x); }
unsigned ntohl(unsigned x) { return __builtin_bswap32(x); }
unsigned short htons(unsigned short x) { return __builtin_bswap16(x); }
unsigned short ntohs(unsigned short x) { return __builtin_bswap16(x); }
