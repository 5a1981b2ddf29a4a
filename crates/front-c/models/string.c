/* Strings and memory, byte by byte, as the C standard describes them. Of what compares only the sign is known. What wide
   strings have too is in `text.c`. */
typedef __typeof__(sizeof 0) size_t;

void *malloc(size_t size);
void *memcpy(void *to, const void *from, size_t n);
void *memmove(void *to, const void *from, size_t n);
void *memset(void *to, int byte, size_t n);
char __hecaton_any_char(void);
int __hecaton_any_int(void);
size_t __hecaton_any_size(void);
_Bool __hecaton_any_bool(void);
extern _Bool __hecaton_other_locale;

size_t strlen(const char *s);
size_t strnlen(const char *s, size_t most);
size_t strspn(const char *s, const char *set);
size_t strcspn(const char *s, const char *set);
char *strchr(const char *s, int c);
char *strrchr(const char *s, int c);
char *strcpy(char *to, const char *from);
char *stpcpy(char *to, const char *from);
char *strncpy(char *to, const char *from, size_t n);
char *strcat(char *to, const char *from);
char *strncat(char *to, const char *from, size_t n);

/* Any number that is negative if the first of two different things is less, and else positive. */
int __hecaton_order(_Bool less) {
  int any = __hecaton_any_int(), positive = any & 0x7fffffff;
  return less ? any | -0x7fffffff - 1 : positive != 0 ? positive : 1;
}

int memcmp(const void *a, const void *b, size_t n) {
  const unsigned char *p = a, *q = b;
  __hecaton_readable(a, n);
  __hecaton_readable(b, n);
  for (size_t i = 0; i < n; i++)
    if (p[i] != q[i]) return __hecaton_order(p[i] < q[i]);
  return 0;
}

int __CPROVER_array_equal(const void *a, const void *b) {
  size_t n = __hecaton_size(a) - __hecaton_offset(a);
  return n == __hecaton_size(b) - __hecaton_offset(b) && memcmp(a, b, n) == 0;
}

int bcmp(const void *a, const void *b, size_t n) {
  if (memcmp(a, b, n) == 0) return 0;
  int any = __hecaton_any_int();
  return any != 0 ? any : 1;
}

void *memchr(const void *s, int c, size_t n) {
  const unsigned char *p = s;
  __hecaton_readable(s, 0);
  for (size_t i = 0; i < n; i++)
    if (p[i] == (unsigned char)c) return (void *)(p + i);
  return 0;
}

static unsigned char lower(unsigned char c) { return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c; }

/* In other locales than "C" POSIX leaves open what the two functions below give. */
static int order_of_locale(void) { return __hecaton_approximate(__hecaton_any_int(), "an order of texts in a locale"); }
static void read_string(const char *s) {
  size_t n = 0;
  while (s[n] != 0) n++;
}
int strcasecmp(const char *a, const char *b) {
  if (__hecaton_other_locale) {
    read_string(a);
    read_string(b);
    return order_of_locale();
  }
  for (size_t i = 0;; i++) {
    unsigned char x = lower(a[i]), y = lower(b[i]);
    if (x != y) return __hecaton_order(x < y);
    if (x == 0) return 0;
  }
}

int strncasecmp(const char *a, const char *b, size_t n) {
  if (__hecaton_other_locale) {
    strnlen(a, n);
    strnlen(b, n);
    return order_of_locale();
  }
  for (size_t i = 0; i < n; i++) {
    unsigned char x = lower(a[i]), y = lower(b[i]);
    if (x != y) return __hecaton_order(x < y);
    if (x == 0) return 0;
  }
  return 0;
}

char *strndup(const char *s, size_t most) {
  size_t n = strnlen(s, most);
  char *copy = malloc(n + 1);
  if (copy == 0) return 0;
  for (size_t i = 0; i < n; i++) copy[i] = s[i];
  copy[n] = 0;
  return copy;
}

void *memrchr(const void *s, int c, size_t n) {
  const unsigned char *p = s;
  __hecaton_readable(s, n);
  for (size_t i = n; i > 0; i--)
    if (p[i - 1] == (unsigned char)c) return (void *)(p + i - 1);
  return 0;
}

void *rawmemchr(const void *s, int c) {
  const unsigned char *p = s;
  size_t i = 0;
  while (p[i] != (unsigned char)c) i++;
  return (void *)(p + i);
}

void *memmem(const void *text, size_t n, const void *part, size_t m) {
  const unsigned char *p = text, *q = part;
  __hecaton_readable(text, n);
  __hecaton_readable(part, m);
  for (size_t at = 0; m <= n && at <= n - m; at++) {
    size_t i = 0;
    while (i < m && p[at + i] == q[i]) i++;
    if (i == m) return (void *)(p + at);
  }
  return 0;
}

void *memccpy(void *to, const void *from, int c, size_t n) {
  unsigned char *p = to;
  const unsigned char *q = from;
  for (size_t i = 0; i < n; i++) {
    p[i] = q[i];
    if (q[i] == (unsigned char)c) {
      __hecaton_apart(to, i + 1, from, i + 1);
      return p + i + 1;
    }
  }
  __hecaton_apart(to, n, from, n);
  return 0;
}

void bcopy(const void *from, void *to, size_t n) { memmove(to, from, n); }
void bzero(void *to, size_t n) { memset(to, 0, n); }
void explicit_bzero(void *to, size_t n) { memset(to, 0, n); }

char *index(const char *s, int c) { return strchr(s, c); }
char *rindex(const char *s, int c) { return strrchr(s, c); }
char *strchrnul(const char *s, int c) {
  size_t i = 0;
  while (s[i] != 0 && s[i] != (char)c) i++;
  return (char *)(s + i);
}

size_t strlcpy(char *to, const char *from, size_t room) {
  size_t n = strlen(from);
  if (room != 0) {
    size_t most = n < room ? n : room - 1;
    memcpy(to, from, most);
    to[most] = 0;
  }
  return n;
}

size_t strlcat(char *to, const char *from, size_t room) {
  size_t at = strnlen(to, room);
  if (at == room) return room + strlen(from);
  return at + strlcpy(to + at, from, room - at);
}

char *strcasestr(const char *text, const char *part) {
  for (size_t at = 0;; at++) {
    size_t i = 0;
    while (part[i] != 0 && lower(text[at + i]) == lower(part[i])) i++;
    if (part[i] == 0) return (char *)(text + at);
    if (text[at + i] == 0) return 0;
  }
}

char *strtok_r(char *s, const char *set, char **rest) {
  if (s == 0) {
    s = *rest;
    __hecaton_valid(s != 0, "the first call of `strtok` is given a text");
  }
  s += strspn(s, set);
  if (*s == 0) {
    *rest = s;
    return 0;
  }
  char *end = s + strcspn(s, set);
  if (*end != 0) *end++ = 0;
  *rest = end;
  return s;
}
char *__strtok_r(char *s, const char *set, char **rest) { return strtok_r(s, set, rest); }

static char *unguarded_rest_of_tokens;
char *strtok(char *s, const char *set) { return strtok_r(s, set, &unguarded_rest_of_tokens); }

char *strsep(char **rest, const char *set) {
  char *s = *rest;
  if (s == 0) return 0;
  char *end = s + strcspn(s, set);
  if (*end != 0) {
    *end = 0;
    *rest = end + 1;
  } else {
    *rest = 0;
  }
  return s;
}

size_t strxfrm(char *to, const char *from, size_t room) {
  if (!__hecaton_other_locale) {
    __hecaton_assumed("`strxfrm` is taken to copy the text in the C locale");
    return strlcpy(to, from, room);
  }
  read_string(from);
  size_t length = __hecaton_approximate(__hecaton_any_size(), "the length of a text in the order of a locale");
  if (room != 0) {
    __hecaton_fill(to, room);
    if (length < room) {
      for (size_t i = 0; i < length; i++)
        if (to[i] == 0) to[i] = 1;
      to[length] = 0;
    }
  }
  return length;
}

/* A text of at most 63 characters for each number, of which nothing but that is known; it must not be written. */
extern const char __hecaton_messages[16][64];
static int message_of[16], message_count;
static char *some_message(int number) {
  __hecaton_assumed("messages of the system are taken to be shorter than 64 characters, and to stay as they are");
  int at = 0;
  while (at < message_count && message_of[at] != number) at++;
  if (at == 16) __hecaton_unsupported("messages for more than 16 numbers");
  if (at == message_count) {
    message_of[at] = number;
    message_count++;
  }
  const char *text = __hecaton_messages[at];
  __CPROVER_assume(text[63] == 0);
  return (char *)text;
}
char *strerror(int error) { return some_message(error); }
/* Apart from those of errors. */
char *strsignal(int number) { return some_message(~number); }

/* The variants of fortified headers: the room that the compiler knows of is not needed to see an overflow. */
char *__strcpy_chk(char *to, const char *from, size_t room) { return strcpy(to, from); }
char *__stpcpy_chk(char *to, const char *from, size_t room) { return stpcpy(to, from); }
char *__strncpy_chk(char *to, const char *from, size_t n, size_t room) { return strncpy(to, from, n); }
char *__strcat_chk(char *to, const char *from, size_t room) { return strcat(to, from); }
char *__strncat_chk(char *to, const char *from, size_t n, size_t room) { return strncat(to, from, n); }
