// A `char *` that is not null points to a string, of at most seven characters if nothing is said.
// expect: holds
// property: assertion,deref
// options: --function length
int length(const char *s) {
  if (!s) return -1;
  int n = 0;
  while (s[n]) n++;
  __CPROVER_assert(n <= 7, "not too long");
  return n;
}
