// Taking texts apart.
// expect: holds
// options: -D_GNU_SOURCE
#include <assert.h>
#include <string.h>
int main(void) {
  char text[] = "a,bc,,d", other[] = "x::y", *rest = other;
  char *token = strtok(text, ",");
  assert(token == text && strlen(token) == 1);
  token = strtok(0, ",");
  assert(strcmp(token, "bc") == 0);
  token = strtok(0, ",");
  assert(strcmp(token, "d") == 0 && strtok(0, ",") == 0);
  assert(strcmp(strsep(&rest, ":"), "x") == 0 && strsep(&rest, ":")[0] == 0 && rest == other + 3);
  assert(memrchr("abab", 'a', 4) != 0 && memccpy(text, "xyz", 'y', 3) == text + 2);
  assert(stpcpy(text, "ab") == text + 2 && strpbrk("hello", "ol")[0] == 'l');
  return 0;
}
