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

static _Thread_local int error_number;
int *__errno_location(void) { return &error_number; }

/* The target is little-endian, the network is not. */
unsigned htonl(unsigned x) { return __builtin_bswap32(x); }
unsigned ntohl(unsigned x) { return __builtin_bswap32(x); }
unsigned short htons(unsigned short x) { return __builtin_bswap16(x); }
unsigned short ntohs(unsigned short x) { return __builtin_bswap16(x); }
