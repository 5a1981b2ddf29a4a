/* Wide strings, character by character, as the C standard describes them. */
typedef __typeof__(sizeof 0) size_t;
typedef __typeof__(*L"") wchar_t;

void *malloc(size_t size);
void *memcpy(void *to, const void *from, size_t n);
void *memmove(void *to, const void *from, size_t n);
int __hecaton_any_int(void);
extern _Bool __hecaton_other_locale;

static int order(wchar_t x, wchar_t y) {
  int any = __hecaton_any_int(), positive = any & 0x7fffffff;
  return x < y ? any | -0x7fffffff - 1 : positive != 0 ? positive : 1;
}

size_t wcslen(const wchar_t *s) {
  size_t n = 0;
  while (s[n] != 0) n++;
  return n;
}
size_t wcsnlen(const wchar_t *s, size_t most) {
  size_t n = 0;
  while (n < most && s[n] != 0) n++;
  return n;
}
wchar_t *wcscpy(wchar_t *to, const wchar_t *from) {
  size_t i = 0;
  for (; from[i] != 0; i++) to[i] = from[i];
  to[i] = 0;
  __hecaton_apart(to, (i + 1) * sizeof *to, from, (i + 1) * sizeof *from);
  return to;
}
wchar_t *wcpcpy(wchar_t *to, const wchar_t *from) {
  size_t i = 0;
  for (; from[i] != 0; i++) to[i] = from[i];
  to[i] = 0;
  __hecaton_apart(to, (i + 1) * sizeof *to, from, (i + 1) * sizeof *from);
  return to + i;
}
wchar_t *wcsncpy(wchar_t *to, const wchar_t *from, size_t n) {
  size_t i = 0;
  for (; i < n && from[i] != 0; i++) to[i] = from[i];
  size_t end = i;
  for (; i < n; i++) to[i] = 0;
  __hecaton_apart(to, n * sizeof *to, from, (end < n ? end + 1 : n) * sizeof *from);
  return to;
}
wchar_t *wcpncpy(wchar_t *to, const wchar_t *from, size_t n) {
  size_t i = 0;
  for (; i < n && from[i] != 0; i++) to[i] = from[i];
  size_t end = i;
  for (; i < n; i++) to[i] = 0;
  __hecaton_apart(to, n * sizeof *to, from, (end < n ? end + 1 : n) * sizeof *from);
  return to + end;
}
wchar_t *wcscat(wchar_t *to, const wchar_t *from) {
  wcscpy(to + wcslen(to), from);
  return to;
}
wchar_t *wcsncat(wchar_t *to, const wchar_t *from, size_t n) {
  size_t at = wcslen(to), i = 0;
  for (; i < n && from[i] != 0; i++) to[at + i] = from[i];
  to[at + i] = 0;
  __hecaton_apart(to + at, (i + 1) * sizeof *to, from, (i < n ? i + 1 : n) * sizeof *from);
  return to;
}
int wcscmp(const wchar_t *a, const wchar_t *b) {
  size_t i = 0;
  while (a[i] == b[i] && a[i] != 0) i++;
  return a[i] == b[i] ? 0 : order(a[i], b[i]);
}
int wcsncmp(const wchar_t *a, const wchar_t *b, size_t n) {
  for (size_t i = 0; i < n; i++) {
    if (a[i] != b[i]) return order(a[i], b[i]);
    if (a[i] == 0) return 0;
  }
  return 0;
}
int wcscoll(const wchar_t *a, const wchar_t *b) {
  int by_value = wcscmp(a, b);
  if (!__hecaton_other_locale || by_value == 0) return by_value;
  wcslen(a);
  wcslen(b);
  return __hecaton_approximate(__hecaton_any_int(), "an order of texts in a locale");
}
wchar_t *wcschr(const wchar_t *s, wchar_t c) {
  for (size_t i = 0;; i++) {
    if (s[i] == c) return (wchar_t *)(s + i);
    if (s[i] == 0) return 0;
  }
}
wchar_t *wcsrchr(const wchar_t *s, wchar_t c) {
  wchar_t *found = 0;
  for (size_t i = 0;; i++) {
    if (s[i] == c) found = (wchar_t *)(s + i);
    if (s[i] == 0) return found;
  }
}
wchar_t *wcsstr(const wchar_t *text, const wchar_t *part) {
  for (size_t at = 0;; at++) {
    size_t i = 0;
    while (part[i] != 0 && text[at + i] == part[i]) i++;
    if (part[i] == 0) return (wchar_t *)(text + at);
    if (text[at + i] == 0) return 0;
  }
}
size_t wcscspn(const wchar_t *s, const wchar_t *set) {
  size_t n = 0;
  for (; s[n] != 0; n++) {
    size_t i = 0;
    while (set[i] != 0 && set[i] != s[n]) i++;
    if (set[i] != 0) return n;
  }
  return n;
}
size_t wcsspn(const wchar_t *s, const wchar_t *set) {
  size_t n = 0;
  for (;; n++) {
    size_t i = 0;
    while (set[i] != 0 && set[i] != s[n]) i++;
    if (s[n] == 0 || set[i] == 0) return n;
  }
}
wchar_t *wcspbrk(const wchar_t *s, const wchar_t *set) {
  size_t n = wcscspn(s, set);
  return s[n] != 0 ? (wchar_t *)(s + n) : 0;
}
wchar_t *wcstok(wchar_t *s, const wchar_t *set, wchar_t **rest) {
  if (s == 0) s = *rest;
  if (s == 0) return 0;
  s += wcsspn(s, set);
  if (*s == 0) {
    *rest = 0;
    return 0;
  }
  wchar_t *end = s + wcscspn(s, set);
  if (*end != 0)
    *end++ = 0;
  else
    end = 0;
  *rest = end;
  return s;
}
wchar_t *wcsdup(const wchar_t *s) {
  size_t n = wcslen(s) + 1;
  wchar_t *copy = malloc(n * sizeof(wchar_t));
  if (copy == 0) return 0;
  for (size_t i = 0; i < n; i++) copy[i] = s[i];
  return copy;
}
wchar_t *wmemset(wchar_t *to, wchar_t c, size_t n) {
  for (size_t i = 0; i < n; i++) to[i] = c;
  return to;
}
wchar_t *wmemcpy(wchar_t *to, const wchar_t *from, size_t n) { return memcpy(to, from, n * sizeof(wchar_t)); }
wchar_t *wmemmove(wchar_t *to, const wchar_t *from, size_t n) { return memmove(to, from, n * sizeof(wchar_t)); }
int wmemcmp(const wchar_t *a, const wchar_t *b, size_t n) {
  __hecaton_readable(a, n * sizeof(wchar_t));
  __hecaton_readable(b, n * sizeof(wchar_t));
  for (size_t i = 0; i < n; i++)
    if (a[i] != b[i]) return order(a[i], b[i]);
  return 0;
}
wchar_t *wmemchr(const wchar_t *s, wchar_t c, size_t n) {
  __hecaton_readable(s, n * sizeof(wchar_t));
  for (size_t i = 0; i < n; i++)
    if (s[i] == c) return (wchar_t *)(s + i);
  return 0;
}
