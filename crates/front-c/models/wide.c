/* Wide characters, as the C standard describes them: what is not in `text.c`. */
typedef __typeof__(sizeof 0) size_t;
typedef __typeof__(*L"") wchar_t;

void *memcpy(void *to, const void *from, size_t n);
void *memmove(void *to, const void *from, size_t n);
int __hecaton_order(_Bool less);
size_t wcsspn(const wchar_t *s, const wchar_t *set);
size_t wcscspn(const wchar_t *s, const wchar_t *set);

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
wchar_t *wmemset(wchar_t *to, wchar_t c, size_t n) {
  __hecaton_readable(to, 0);
  for (size_t i = 0; i < n; i++) to[i] = c;
  return to;
}
wchar_t *wmemcpy(wchar_t *to, const wchar_t *from, size_t n) { return memcpy(to, from, n * sizeof(wchar_t)); }
wchar_t *wmemmove(wchar_t *to, const wchar_t *from, size_t n) { return memmove(to, from, n * sizeof(wchar_t)); }
int wmemcmp(const wchar_t *a, const wchar_t *b, size_t n) {
  __hecaton_readable(a, n * sizeof(wchar_t));
  __hecaton_readable(b, n * sizeof(wchar_t));
  for (size_t i = 0; i < n; i++)
    if (a[i] != b[i]) return __hecaton_order(a[i] < b[i]);
  return 0;
}
wchar_t *wmemchr(const wchar_t *s, wchar_t c, size_t n) {
  __hecaton_readable(s, n * sizeof(wchar_t));
  for (size_t i = 0; i < n; i++)
    if (s[i] == c) return (wchar_t *)(s + i);
  return 0;
}
