/* Strings and memory, byte by byte, as the C standard describes them. */
typedef __typeof__(sizeof 0) size_t;

void *malloc(size_t size);

int memcmp(const void *a, const void *b, size_t n) {
  const unsigned char *p = a, *q = b;
  for (size_t i = 0; i < n; i++)
    if (p[i] != q[i]) return p[i] < q[i] ? -1 : 1;
  return 0;
}

int bcmp(const void *a, const void *b, size_t n) { return memcmp(a, b, n); }

void *memchr(const void *s, int c, size_t n) {
  const unsigned char *p = s;
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

char *strcpy(char *to, const char *from) {
  size_t i = 0;
  for (; from[i] != 0; i++) to[i] = from[i];
  to[i] = 0;
  return to;
}

char *stpcpy(char *to, const char *from) {
  size_t i = 0;
  for (; from[i] != 0; i++) to[i] = from[i];
  to[i] = 0;
  return to + i;
}

char *strncpy(char *to, const char *from, size_t n) {
  size_t i = 0;
  for (; i < n && from[i] != 0; i++) to[i] = from[i];
  for (; i < n; i++) to[i] = 0;
  return to;
}

char *strcat(char *to, const char *from) {
  size_t at = 0, i = 0;
  while (to[at] != 0) at++;
  for (; from[i] != 0; i++) to[at + i] = from[i];
  to[at + i] = 0;
  return to;
}

char *strncat(char *to, const char *from, size_t n) {
  size_t at = 0, i = 0;
  while (to[at] != 0) at++;
  for (; i < n && from[i] != 0; i++) to[at + i] = from[i];
  to[at + i] = 0;
  return to;
}

int strcmp(const char *a, const char *b) {
  size_t i = 0;
  while (a[i] == b[i] && a[i] != 0) i++;
  unsigned char x = a[i], y = b[i];
  return x < y ? -1 : x > y;
}

int strncmp(const char *a, const char *b, size_t n) {
  for (size_t i = 0; i < n; i++) {
    unsigned char x = a[i], y = b[i];
    if (x != y) return x < y ? -1 : 1;
    if (x == 0) return 0;
  }
  return 0;
}

static unsigned char lower(unsigned char c) { return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c; }

int strcasecmp(const char *a, const char *b) {
  for (size_t i = 0;; i++) {
    unsigned char x = lower(a[i]), y = lower(b[i]);
    if (x != y) return x < y ? -1 : 1;
    if (x == 0) return 0;
  }
}

int strncasecmp(const char *a, const char *b, size_t n) {
  for (size_t i = 0; i < n; i++) {
    unsigned char x = lower(a[i]), y = lower(b[i]);
    if (x != y) return x < y ? -1 : 1;
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

void bzero(void *to, size_t n) {
  unsigned char *p = to;
  for (size_t i = 0; i < n; i++) p[i] = 0;
}
