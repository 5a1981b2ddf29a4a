// The functions that fortified headers call.
// expect: violated(deref@7)
typedef unsigned long size_t;
char *__strcpy_chk(char *, const char *, size_t);
int main(void) {
  char room[3];
  __strcpy_chk(room, "abc", 3);
  return 0;
}
