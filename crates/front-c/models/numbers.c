/* Text to numbers, and the functions that search and sort. */
typedef __typeof__(sizeof 0) size_t;

void *memcpy(void *to, const void *from, size_t size);
int *__hecaton_errno(void);
_Bool __hecaton_any_bool(void);
extern _Bool __hecaton_other_locale;
double __hecaton_any_double(void);
long double __hecaton_any_longdouble(void);
size_t __hecaton_any_size(void);
unsigned long long __hecaton_any_ulonglong(void);

static int is_space(char c) { return c == ' ' || c >= '\t' && c <= '\r'; }

/* The value of a digit, or 99. */
static int digit_of(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'z') return c - 'a' + 10;
  if (c >= 'A' && c <= 'Z') return c - 'A' + 10;
  return 99;
}

/* The absolute value of a number in a text, at most `most`; how it ended is stored through the pointers. In another
   locale than "C" more forms may be numbers, where more follows or nothing was found. */
static unsigned long long parsed(const char *s, char **end, int base, unsigned long long most,
                                 unsigned long long most_negative, int *negative, int *too_large, _Bool c23) {
  size_t i = 0;
  *negative = 0;
  *too_large = 0;
  if (base < 0 || base == 1 || base > 36) {
    /* Whether the end is stored is left open. */
    *__hecaton_errno() = 22;
    if (end != 0 && __hecaton_any_bool()) *end = (char *)s;
    return 0;
  }
  while (is_space(s[i])) i++;
  if (s[i] == '-' || s[i] == '+') {
    *negative = s[i] == '-';
    i++;
  }
  if ((base == 0 || base == 16) && s[i] == '0' && (s[i + 1] == 'x' || s[i + 1] == 'X') && digit_of(s[i + 2]) < 16) {
    i += 2;
    base = 16;
  }
  if (c23 && (base == 0 || base == 2) && s[i] == '0' && (s[i + 1] == 'b' || s[i + 1] == 'B') && digit_of(s[i + 2]) < 2) {
    i += 2;
    base = 2;
  }
  if (base == 0) base = s[i] == '0' ? 8 : 10;
  unsigned long long limit = *negative ? most_negative : most, value = 0;
  size_t first = i;
  for (; digit_of(s[i]) < base; i++) {
    unsigned digit = digit_of(s[i]);
    if (*too_large || value > limit / base || value == limit / base && digit > limit % base) {
      *too_large = 1;
      value = limit;
    } else {
      value = value * base + digit;
    }
  }
  if (__hecaton_other_locale && s[i] != 0) {
    size_t length = i, stop = __hecaton_any_size();
    while (s[length] != 0) length++;
    if (stop < i || stop > length) stop = i;
    unsigned long long other = __hecaton_approximate(__hecaton_any_ulonglong(), "a number in a text of a locale");
    stop = __hecaton_approximate(stop, "the end of a number in a text of a locale");
    if (end != 0) *end = (char *)(stop == 0 || i == first && stop == i ? s : s + stop);
    if (*too_large || __hecaton_approximate(__hecaton_any_bool())) *__hecaton_errno() = 34;
    return other > limit ? limit : other;
  }
  if (end != 0) *end = (char *)(i == first ? s : s + i);
  /* Where nothing is a number, POSIX lets the error be told or not. */
  if (i == first && __hecaton_any_bool()) *__hecaton_errno() = 22;
  if (*too_large) *__hecaton_errno() = 34;
  return value;
}

static const unsigned long long long_max = ~0ul >> 1, long_long_max = ~0ull >> 1;

static long as_long(const char *s, char **end, int base, _Bool c23) {
  int negative, too_large;
  unsigned long value = parsed(s, end, base, long_max, long_max + 1, &negative, &too_large, c23);
  return (long)(negative ? 0 - value : value);
}
static long long as_long_long(const char *s, char **end, int base, _Bool c23) {
  int negative, too_large;
  unsigned long long value = parsed(s, end, base, long_long_max, long_long_max + 1, &negative, &too_large, c23);
  return (long long)(negative ? 0 - value : value);
}
static unsigned long as_unsigned(const char *s, char **end, int base, _Bool c23) {
  int negative, too_large;
  unsigned long value = parsed(s, end, base, ~0ul, ~0ul, &negative, &too_large, c23);
  return negative && !too_large ? 0 - value : value;
}
static unsigned long long as_unsigned_long(const char *s, char **end, int base, _Bool c23) {
  int negative, too_large;
  unsigned long long value = parsed(s, end, base, ~0ull, ~0ull, &negative, &too_large, c23);
  return negative && !too_large ? 0 - value : value;
}
long strtol(const char *s, char **end, int base) { return as_long(s, end, base, 0); }
long long strtoll(const char *s, char **end, int base) { return as_long_long(s, end, base, 0); }
unsigned long strtoul(const char *s, char **end, int base) { return as_unsigned(s, end, base, 0); }
unsigned long long strtoull(const char *s, char **end, int base) { return as_unsigned_long(s, end, base, 0); }
/* What the headers of newer libraries call for C23, which knows binary numbers. */
long __isoc23_strtol(const char *s, char **end, int base) { return as_long(s, end, base, 1); }
long long __isoc23_strtoll(const char *s, char **end, int base) { return as_long_long(s, end, base, 1); }
unsigned long __isoc23_strtoul(const char *s, char **end, int base) { return as_unsigned(s, end, base, 1); }
unsigned long long __isoc23_strtoull(const char *s, char **end, int base) { return as_unsigned_long(s, end, base, 1); }
long long strtoimax(const char *s, char **end, int base) { return as_long_long(s, end, base, 0); }
unsigned long long strtoumax(const char *s, char **end, int base) { return as_unsigned_long(s, end, base, 0); }
long long __isoc23_strtoimax(const char *s, char **end, int base) { return as_long_long(s, end, base, 1); }
unsigned long long __isoc23_strtoumax(const char *s, char **end, int base) { return as_unsigned_long(s, end, base, 1); }
long long strtoq(const char *s, char **end, int base) { return strtoll(s, end, base); }
unsigned long long strtouq(const char *s, char **end, int base) { return strtoull(s, end, base); }

static void out_of_range(void) {
  if (__hecaton_any_bool()) {
    _Bool perhaps = __hecaton_approximate((_Bool)1, "whether a number in a text is out of range");
    if (perhaps) *__hecaton_errno() = 34;
  }
}
/* A floating number: where it ends is exact for decimal ones; its value is not known but for zero and the sign. */
static double some_number(const char *s, char **end) {
  size_t i = 0, digits = 0, zeros = 0;
  int negative = 0;
  while (is_space(s[i])) i++;
  if (s[i] == '-' || s[i] == '+') {
    negative = s[i] == '-';
    i++;
  }
  char c = s[i];
  if (__hecaton_other_locale || c == 'i' || c == 'I' || c == 'n' || c == 'N' || c == '0' && (s[i + 1] == 'x' || s[i + 1] == 'X')) {
    /* A word, a hexadecimal number, or one of another locale: how much of it is one is left open. */
    size_t length = i, stop = __hecaton_any_size();
    while (s[length] != 0) length++;
    if (stop > length) stop = length;
    stop = __hecaton_approximate(stop, "the end of a number in a text");
    if (end != 0) *end = (char *)(s + stop);
    out_of_range();
    return __hecaton_approximate(__hecaton_any_double(), "the value of a number in a text");
  }
  for (; s[i] >= '0' && s[i] <= '9'; i++, digits++)
    if (s[i] == '0') zeros++;
  if (s[i] == '.') {
    size_t j = i + 1;
    for (; s[j] >= '0' && s[j] <= '9'; j++, digits++)
      if (s[j] == '0') zeros++;
    if (digits > 0) i = j;
  }
  if (digits == 0) {
    if (end != 0) *end = (char *)s;
    return 0;
  }
  if (s[i] == 'e' || s[i] == 'E') {
    size_t j = i + 1;
    if (s[j] == '-' || s[j] == '+') j++;
    if (s[j] >= '0' && s[j] <= '9') {
      while (s[j] >= '0' && s[j] <= '9') j++;
      i = j;
    }
  }
  if (end != 0) *end = (char *)(s + i);
  if (digits == zeros) return negative ? -0.0 : 0.0;
  double value = __hecaton_any_double();
  __CPROVER_assume(value >= 0);
  out_of_range();
  value = __hecaton_approximate(value, "the value of a number in a text");
  return negative ? -value : value;
}
double strtod(const char *s, char **end) { return some_number(s, end); }
double atof(const char *s) { return some_number(s, 0); }
float strtof(const char *s, char **end) { return (float)some_number(s, end); }
long double strtold(const char *s, char **end) {
  /* Any value that a longer format has lies near one of these. */
  double near = some_number(s, end);
  long double value = __hecaton_any_longdouble();
  __CPROVER_assume(near == 0 ? value == 0 : near > 0 ? value >= 0 : near < 0 ? value <= 0 : 1);
  return __hecaton_approximate(value, "the value of a number in a text");
}

/* Elements are moved byte by byte, and equal ones come in any order. */
static void swap_elements(unsigned char *a, unsigned char *b, size_t size) {
  for (size_t i = 0; i < size; i++) {
    unsigned char byte = a[i];
    a[i] = b[i];
    b[i] = byte;
  }
}
static _Bool moves(int order) { return order > 0 || order == 0 && __hecaton_any_bool(); }
void qsort(void *array, size_t count, size_t size, int (*compare)(const void *, const void *)) {
  __hecaton_assumed("`qsort` is taken to compare neighbours only, and its function to be a consistent order that writes no element");
  unsigned char *start = array;
  for (size_t i = 1; i < count; i++)
    for (size_t j = i; j > 0 && moves(compare(start + (j - 1) * size, start + j * size)); j--)
      swap_elements(start + (j - 1) * size, start + j * size, size);
}
void qsort_r(void *array, size_t count, size_t size, int (*compare)(const void *, const void *, void *), void *more) {
  __hecaton_assumed("`qsort` is taken to compare neighbours only, and its function to be a consistent order that writes no element");
  unsigned char *start = array;
  for (size_t i = 1; i < count; i++)
    for (size_t j = i; j > 0 && moves(compare(start + (j - 1) * size, start + j * size, more)); j--)
      swap_elements(start + (j - 1) * size, start + j * size, size);
}
/* Any of the elements that are equal to the key. */
void *bsearch(const void *key, const void *array, size_t count, size_t size,
              int (*compare)(const void *, const void *)) {
  __hecaton_assumed("`bsearch` is taken to compare with the element in the middle first, and its function to agree with the order of the array and to write nothing there");
  size_t low = 0, high = count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    const char *element = (const char *)array + middle * size;
    int order = compare(key, element);
    if (order == 0) {
      _Bool down = __hecaton_any_bool();
      while (__hecaton_any_bool()) {
        if (down ? middle == low : middle + 1 == high) break;
        middle = down ? middle - 1 : middle + 1;
        const char *next = (const char *)array + middle * size;
        if (compare(key, next) != 0) break;
        element = next;
      }
      return (void *)element;
    }
    if (order < 0)
      high = middle;
    else
      low = middle + 1;
  }
  return 0;
}
void *lfind(const void *key, const void *array, size_t *count, size_t size,
            int (*compare)(const void *, const void *)) {
  for (size_t i = 0; i < *count; i++) {
    const char *element = (const char *)array + i * size;
    if (compare(key, element) == 0) return (void *)element;
  }
  return 0;
}
