/* Strings, once of characters and once of wide characters: `$` stands for `str` or `wcs`, `@` for `stp` or `wcp`, CHAR for the
   type of a character, VALUE for the type by which two are compared, and WIDE for that of a character as an argument. */
typedef __typeof__(sizeof 0) size_t;
typedef __typeof__(*L"") wchar_t;

void *malloc(size_t size);
int __hecaton_any_int(void);
int __hecaton_order(_Bool less);
extern _Bool __hecaton_other_locale;

size_t $len(const CHAR *s) {
  size_t n = 0;
  while (s[n] != 0) n++;
  return n;
}

size_t $nlen(const CHAR *s, size_t most) {
  size_t n = 0;
  while (n < most && s[n] != 0) n++;
  return n;
}

/* Where copies must not overlap, that is claimed after the copying: a copy that runs into its own source does not come
   to an end inside of the object. Gives the end of the copy. */
static CHAR *copy(CHAR *to, const CHAR *from) {
  size_t i = 0;
  for (; from[i] != 0; i++) to[i] = from[i];
  to[i] = 0;
  __hecaton_apart(to, (i + 1) * sizeof *to, from, (i + 1) * sizeof *from);
  return to + i;
}
CHAR *$cpy(CHAR *to, const CHAR *from) {
  copy(to, from);
  return to;
}
CHAR *@cpy(CHAR *to, const CHAR *from) { return copy(to, from); }
CHAR *$cat(CHAR *to, const CHAR *from) {
  copy(to + $len(to), from);
  return to;
}

/* No more than a number of characters, and zeros up to there. */
CHAR *@ncpy(CHAR *to, const CHAR *from, size_t n) {
  size_t i = 0;
  __hecaton_readable(to, 0);
  __hecaton_readable(from, 0);
  for (; i < n && from[i] != 0; i++) to[i] = from[i];
  size_t end = i;
  for (; i < n; i++) to[i] = 0;
  __hecaton_apart(to, n * sizeof *to, from, (end < n ? end + 1 : n) * sizeof *from);
  return to + end;
}
CHAR *$ncpy(CHAR *to, const CHAR *from, size_t n) {
  @ncpy(to, from, n);
  return to;
}

CHAR *$ncat(CHAR *to, const CHAR *from, size_t n) {
  size_t at = $len(to), i = 0;
  __hecaton_readable(from, 0);
  for (; i < n && from[i] != 0; i++) to[at + i] = from[i];
  to[at + i] = 0;
  __hecaton_apart(to + at, (i + 1) * sizeof *to, from, (i < n ? i + 1 : n) * sizeof *from);
  return to;
}

int $cmp(const CHAR *a, const CHAR *b) {
  size_t i = 0;
  while (a[i] == b[i] && a[i] != 0) i++;
  return a[i] == b[i] ? 0 : __hecaton_order((VALUE)a[i] < (VALUE)b[i]);
}

int $ncmp(const CHAR *a, const CHAR *b, size_t n) {
  __hecaton_readable(a, 0);
  __hecaton_readable(b, 0);
  for (size_t i = 0; i < n; i++) {
    VALUE x = a[i], y = b[i];
    if (x != y) return __hecaton_order(x < y);
    if (x == 0) return 0;
  }
  return 0;
}

/* In the C locale texts are compared as they are. In others equal texts are equal, and no more is known. */
int $coll(const CHAR *a, const CHAR *b) {
  int by_value = $cmp(a, b);
  if (!__hecaton_other_locale || by_value == 0) return by_value;
  $len(a);
  $len(b);
  return __hecaton_approximate(__hecaton_any_int(), "an order of texts in a locale");
}

CHAR *$chr(const CHAR *s, WIDE c) {
  for (size_t i = 0;; i++) {
    if (s[i] == (CHAR)c) return (CHAR *)(s + i);
    if (s[i] == 0) return 0;
  }
}

CHAR *$rchr(const CHAR *s, WIDE c) {
  CHAR *found = 0;
  for (size_t i = 0;; i++) {
    if (s[i] == (CHAR)c) found = (CHAR *)(s + i);
    if (s[i] == 0) return found;
  }
}

CHAR *$str(const CHAR *text, const CHAR *part) {
  for (size_t at = 0;; at++) {
    size_t i = 0;
    while (part[i] != 0 && text[at + i] == part[i]) i++;
    if (part[i] == 0) return (CHAR *)(text + at);
    if (text[at + i] == 0) return 0;
  }
}

size_t $spn(const CHAR *s, const CHAR *set) {
  size_t n = 0;
  for (;; n++) {
    size_t i = 0;
    while (set[i] != 0 && set[i] != s[n]) i++;
    if (s[n] == 0 || set[i] == 0) return n;
  }
}

size_t $cspn(const CHAR *s, const CHAR *set) {
  size_t n = 0;
  for (; s[n] != 0; n++) {
    size_t i = 0;
    while (set[i] != 0 && set[i] != s[n]) i++;
    if (set[i] != 0) return n;
  }
  return n;
}

CHAR *$pbrk(const CHAR *s, const CHAR *set) {
  size_t n = $cspn(s, set);
  return s[n] != 0 ? (CHAR *)(s + n) : 0;
}

CHAR *$dup(const CHAR *s) {
  size_t n = $len(s) + 1;
  CHAR *copy = malloc(n * sizeof *copy);
  if (copy == 0) return 0;
  for (size_t i = 0; i < n; i++) copy[i] = s[i];
  return copy;
}
