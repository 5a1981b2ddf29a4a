// A library function that the program declares in a way of its own: where another one uses it, that one is not modelled.
// expect: violated(assertion@11)
typedef __builtin_va_list va_list;
extern int vsnprintf(char *to, unsigned long room, const char *format, va_list *args);
extern int sprintf(char *to, const char *format, ...);
int nondet_int(void);

int main(void) {
  char text[8];
  int x = nondet_int();
  __CPROVER_assert(x != 3, "can be violated");
  if (x == 5) sprintf(text, "%d", x);
}
