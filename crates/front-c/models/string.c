/* Strings and memory, byte by byte, as the C standard describes them. Of what compares only the sign is known. */
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

/* Any number that is negative or positive as the first of two different bytes is less or greater. */
static int order(unsigned char x, unsigned char y) {
  int any = __hecaton_any_int(), positive = any & 0x7fffffff;
  return x < y ? any | -0x7fffffff - 1 : positive != 0 ? positive : 1;
}

int memcmp(const void *a, const void *b, size_t n) {
  const unsigned char *p = a, *q = b;
  __hecaton_readable(a, n);
  __hecaton_readable(b, n);
  for (size_t i = 0; i < n; i++)
    if (p[i] != q[i]) return order(p[i], q[i]);
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

size_t strlen(const char *s) {
  size_t n = 0;
  while (s[n] != 0) n++;
  return n;
}

size_t strnlen(const char *s, size_t most) {
  size_t n = 0;
  while (n < most && s[n] != 0) n++;
  return n;
}

/* Where copies must not overlap, that is claimed after the copying: a copy that runs into its own source does not come
   to an end inside of the object. */
char *strcpy(char *to, const char *from) {
  size_t i = 0;
  for (; from[i] != 0; i++) to[i] = from[i];
  to[i] = 0;
  __hecaton_apart(to, i + 1, from, i + 1);
  return to;
}

char *stpcpy(char *to, const char *from) {
  size_t i = 0;
  for (; from[i] != 0; i++) to[i] = from[i];
  to[i] = 0;
  __hecaton_apart(to, i + 1, from, i + 1);
  return to + i;
}

char *strncpy(char *to, const char *from, size_t n) {
  size_t i = 0;
  __hecaton_readable(to, 0);
  __hecaton_readable(from, 0);
  for (; i < n && from[i] != 0; i++) to[i] = from[i];
  size_t end = i;
  for (; i < n; i++) to[i] = 0;
  __hecaton_apart(to, n, from, end < n ? end + 1 : n);
  return to;
}

char *strcat(char *to, const char *from) {
  size_t at = 0, i = 0;
  while (to[at] != 0) at++;
  for (; from[i] != 0; i++) to[at + i] = from[i];
  to[at + i] = 0;
  __hecaton_apart(to + at, i + 1, from, i + 1);
  return to;
}

char *strncat(char *to, const char *from, size_t n) {
  size_t at = 0, i = 0;
  __hecaton_readable(from, 0);
  while (to[at] != 0) at++;
  for (; i < n && from[i] != 0; i++) to[at + i] = from[i];
  to[at + i] = 0;
  __hecaton_apart(to + at, i + 1, from, i < n ? i + 1 : n);
  return to;
}

int strcmp(const char *a, const char *b) {
  size_t i = 0;
  while (a[i] == b[i] && a[i] != 0) i++;
  return a[i] == b[i] ? 0 : order(a[i], b[i]);
}

int strncmp(const char *a, const char *b, size_t n) {
  __hecaton_readable(a, 0);
  __hecaton_readable(b, 0);
  for (size_t i = 0; i < n; i++) {
    unsigned char x = a[i], y = b[i];
    if (x != y) return order(x, y);
    if (x == 0) return 0;
  }
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
    if (x != y) return order(x, y);
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
    if (x != y) return order(x, y);
    if (x == 0) return 0;
  }
  return 0;
}

char *strchr(const char *s, int c) {
  for (size_t i = 0;; i++) {
    if (s[i] == (char)c) return (char *)(s + i);
    if (s[i] == 0) return 0;
  }
}

char *strrchr(const char *s, int c) {
  char *found = 0;
  for (size_t i = 0;; i++) {
    if (s[i] == (char)c) found = (char *)(s + i);
    if (s[i] == 0) return found;
  }
}

char *strstr(const char *text, const char *part) {
  for (size_t at = 0;; at++) {
    size_t i = 0;
    while (part[i] != 0 && text[at + i] == part[i]) i++;
    if (part[i] == 0) return (char *)(text + at);
    if (text[at + i] == 0) return 0;
  }
}

size_t strspn(const char *s, const char *set) {
  size_t n = 0;
  for (;; n++) {
    size_t i = 0;
    while (set[i] != 0 && set[i] != s[n]) i++;
    if (s[n] == 0 || set[i] == 0) return n;
  }
}

size_t strcspn(const char *s, const char *set) {
  size_t n = 0;
  for (; s[n] != 0; n++) {
    size_t i = 0;
    while (set[i] != 0 && set[i] != s[n]) i++;
    if (set[i] != 0) return n;
  }
  return n;
}

char *strpbrk(const char *s, const char *set) {
  size_t n = strcspn(s, set);
  return s[n] != 0 ? (char *)(s + n) : 0;
}

char *strdup(const char *s) {
  size_t n = strlen(s) + 1;
  char *copy = malloc(n);
  if (copy == 0) return 0;
  for (size_t i = 0; i < n; i++) copy[i] = s[i];
  return copy;
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

char *stpncpy(char *to, const char *from, size_t n) {
  size_t i = 0;
  for (; i < n && from[i] != 0; i++) to[i] = from[i];
  size_t end = i;
  for (; i < n; i++) to[i] = 0;
  __hecaton_apart(to, n, from, end < n ? end + 1 : n);
  return to + end;
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
  if (s == 0) s = *rest;
  if (s == 0) return 0;
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

/* In the C locale texts are compared as they are. In others equal texts are equal, and no more is known. */
int strcoll(const char *a, const char *b) {
  int as_bytes = strcmp(a, b);
  if (!__hecaton_other_locale || as_bytes == 0) return as_bytes;
  read_string(a);
  read_string(b);
  return order_of_locale();
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
