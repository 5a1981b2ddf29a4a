// Functions of the library that are declared with slightly different types, as in old code, are still those of the
// library.
// property: assertion
// expect: holds
unsigned strlen(const char *);
int *strchr();
int atoi(char *);
int memcmp(void *, void *, unsigned long);
int main(void) {
  char text[] = "asd";
  __CPROVER_assert(strlen("asd") == 3, "");
  __CPROVER_assert((char *)strchr(text, 's') == text + 1, "");
  __CPROVER_assert(memcmp(text, "asd", 3ul) == 0 && atoi("12") == 12, "");
}
