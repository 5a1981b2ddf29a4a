// A library function that the program declares in a way of its own: where another one uses it, that one is not modelled.
// expect: unknown
typedef __builtin_va_list va_list;
extern int vsnprintf(char *to, unsigned long room, const char *format, va_list *args);
extern int sprintf(char *to, const char *format, ...);

int main(void) {
  char text[8];
  sprintf(text, "%d", 1);
  __CPROVER_assert(text[0] == '1', "not known");
}
