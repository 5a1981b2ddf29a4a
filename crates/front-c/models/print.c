/* Formatted output into memory. Integers, characters and texts are written exactly; of a floating number or a pointer
   only how many characters it has at most, and nothing is known of what follows any other conversion. */
typedef __typeof__(sizeof 0) size_t;
typedef __builtin_va_list va_list;

void *malloc(size_t size);
char __hecaton_any_char(void);
void __hecaton_unsupported(const char *what);
int __hecaton_any_int(void);
unsigned long __hecaton_any_ulong(void);
extern _Bool __hecaton_other_locale;

/* Where the text goes: as much as there is room for. Output that nobody sees is only looked at for what it reads and writes:
   how long it is, is not known then. */
struct output {
  char *to;
  size_t room, count;
  _Bool unseen;
};
static void put(struct output *out, char c) {
  if (out->count < out->room) out->to[out->count] = c;
  out->count++;
}
static void pad(struct output *out, char c, int width, int length) {
  if (out->unseen) return;
  for (int i = length; i < width; i++) put(out, c);
}

struct form {
  _Bool left, plus, space, other, zero;
  int width, precision;
};

static void put_number(struct output *out, const struct form *form, unsigned long long value, unsigned base,
                       _Bool upper, const char *sign) {
  if (out->unseen) return;
  char digits[24];
  int count = 0, signs = 0;
  while (value != 0) {
    unsigned digit = (unsigned)(value % base);
    digits[count++] = (char)(digit < 10 ? '0' + digit : (upper ? 'A' : 'a') + (digit - 10));
    value /= base;
  }
  while (sign[signs] != 0) signs++;
  int least = form->precision < 0 ? 1 : form->precision;
  if (base == 8 && form->other && least <= count) least = count + 1;
  int zeros = count < least ? least - count : 0;
  int length = signs + zeros + count;
  if (form->zero && !form->left && form->precision < 0 && length < form->width) {
    zeros += form->width - length;
    length = form->width;
  }
  if (!form->left) pad(out, ' ', form->width, length);
  for (int i = 0; i < signs; i++) put(out, sign[i]);
  for (int i = 0; i < zeros; i++) put(out, '0');
  for (int i = count; i > 0; i--) put(out, digits[i - 1]);
  if (form->left) pad(out, ' ', form->width, length);
}

/* Something of between one and `most` characters that are not known. */
static void put_something(struct output *out, const struct form *form, int most) {
  if (out->unseen) return;
  int length = __hecaton_any_int();
  if (form->width > most) most = form->width;
  __CPROVER_assume(length >= 1 && length <= most && length >= form->width);
  length = __hecaton_approximate(length, "the text of a floating number");
  for (int i = 0; i < length; i++) {
    char c = __hecaton_any_char();
    /* The decimal point of another locale may be any character. */
    __CPROVER_assume(__hecaton_other_locale ? c != 0 : c >= ' ' && c <= '~');
    put(out, __hecaton_approximate(c, "the text of a floating number"));
  }
}

/* The number of characters so far, for `%n`. */
static long long counted(const struct output *out) {
  long long count = (long long)out->count;
  if (!out->unseen) return count;
  count = __hecaton_any_int();
  __CPROVER_assume(count >= 0);
  return __hecaton_approximate(count, "the number of characters that are written");
}

static void print(struct output *out, const char *format, va_list arguments) {
  va_list args;
  __builtin_va_copy(args, arguments);
  for (size_t i = 0; format[i] != 0; i++) {
    if (format[i] != '%') {
      put(out, format[i]);
      continue;
    }
    struct form form = {0, 0, 0, 0, 0, 0, -1};
    for (i++;; i++) {
      if (format[i] == '-')
        form.left = 1;
      else if (format[i] == '+')
        form.plus = 1;
      else if (format[i] == ' ')
        form.space = 1;
      else if (format[i] == '#')
        form.other = 1;
      else if (format[i] == '0')
        form.zero = 1;
      else if (format[i] != '\'' && format[i] != 'I')
        break;
    }
    if (format[i] == '*') {
      form.width = __builtin_va_arg(args, int);
      if (form.width < 0) {
        form.left = 1;
        form.width = -form.width;
      }
      i++;
    }
    for (; format[i] >= '0' && format[i] <= '9'; i++) form.width = form.width * 10 + (format[i] - '0');
    if (format[i] == '.') {
      form.precision = 0;
      i++;
      if (format[i] == '*') {
        form.precision = __builtin_va_arg(args, int);
        i++;
      }
      for (; format[i] >= '0' && format[i] <= '9'; i++) form.precision = form.precision * 10 + (format[i] - '0');
    }
    /* The number of bytes of an integer; 0 for `long double`. */
    int size = sizeof(int);
    _Bool wide = format[i] == 'l';
    if (format[i] == 'h') {
      size = sizeof(short);
      if (format[++i] == 'h') {
        size = 1;
        i++;
      }
    } else if (format[i] == 'l') {
      size = sizeof(long);
      if (format[++i] == 'l') {
        size = sizeof(long long);
        i++;
      }
    } else if (format[i] == 'j' || format[i] == 'q') {
      size = sizeof(long long);
      i++;
    } else if (format[i] == 'z' || format[i] == 't') {
      size = sizeof(size_t);
      i++;
    } else if (format[i] == 'L') {
      size = 0;
      i++;
    }
    char kind = format[i];
    if (kind == '%') {
      put(out, '%');
    } else if (kind == 'd' || kind == 'i') {
      long long value = size == sizeof(long long) ? __builtin_va_arg(args, long long)
                        : size == sizeof(long)    ? __builtin_va_arg(args, long)
                                                  : __builtin_va_arg(args, int);
      if (size == 1) value = (signed char)value;
      if (size == sizeof(short)) value = (short)value;
      unsigned long long amount = value < 0 ? 0 - (unsigned long long)value : (unsigned long long)value;
      put_number(out, &form, amount, 10, 0, value < 0 ? "-" : form.plus ? "+" : form.space ? " " : "");
    } else if (kind == 'u' || kind == 'x' || kind == 'X' || kind == 'o') {
      unsigned long long value = size == sizeof(long long) ? __builtin_va_arg(args, unsigned long long)
                                 : size == sizeof(long)    ? __builtin_va_arg(args, unsigned long)
                                                           : __builtin_va_arg(args, unsigned);
      if (size == 1) value = (unsigned char)value;
      if (size == sizeof(short)) value = (unsigned short)value;
      const char *sign = kind == 'u' || kind == 'o' || !form.other || value == 0 ? "" : kind == 'x' ? "0x" : "0X";
      put_number(out, &form, value, kind == 'u' ? 10 : kind == 'o' ? 8 : 16, kind == 'X', sign);
    } else if (kind == 'c' && !wide) {
      char c = (char)__builtin_va_arg(args, int);
      if (!form.left) pad(out, ' ', form.width, 1);
      put(out, c);
      if (form.left) pad(out, ' ', form.width, 1);
    } else if (kind == 's' && !wide) {
      const char *s = __builtin_va_arg(args, const char *);
      int length = 0;
      while ((form.precision < 0 || length < form.precision) && s[length] != 0) length++;
      if (!form.left) pad(out, ' ', form.width, length);
      for (int j = 0; j < length && !out->unseen; j++) put(out, s[j]);
      if (!out->unseen) __hecaton_apart(out->to, out->count < out->room ? out->count : out->room, s, (size_t)length);
      if (form.left) pad(out, ' ', form.width, length);
    } else if (kind == 'f' || kind == 'F' || kind == 'e' || kind == 'E' || kind == 'g' || kind == 'G' || kind == 'a' ||
               kind == 'A') {
      if (size == 0)
        __builtin_va_arg(args, long double);
      else
        __builtin_va_arg(args, double);
      int digits = form.precision < 0 ? 6 : form.precision;
      put_something(out, &form, (kind == 'f' || kind == 'F' ? 312 : 32) + digits + (size == 0 ? 4700 : 0));
    } else if (kind == 'c') {
      __builtin_va_arg(args, unsigned);
      put_something(out, &form, 16);
    } else if (kind == 's') {
      /* How many characters a precision stops at depends on the locale. */
      const int *s = __builtin_va_arg(args, const int *);
      int length = 0;
      while ((form.precision < 0 || length < form.precision) && s[length] != 0) length++;
      if (length > 0) put_something(out, &form, length < 1 << 20 ? 16 * length : 1 << 24);
    } else if (kind == 'm') {
      put_something(out, &form, 64);
    } else if (kind == 'p') {
      __builtin_va_arg(args, void *);
      put_something(out, &form, 18);
    } else if (kind == 'n') {
      void *count = __builtin_va_arg(args, void *);
      /* Whether there is room for it does not depend on how much it is. */
      if (size == 1) {
        *(signed char *)count = 0;
        *(signed char *)count = (signed char)counted(out);
      } else if (size == sizeof(short)) {
        *(short *)count = 0;
        *(short *)count = (short)counted(out);
      } else if (size == sizeof(int)) {
        *(int *)count = 0;
        *(int *)count = (int)counted(out);
      } else {
        *(long long *)count = 0;
        *(long long *)count = counted(out);
      }
    } else {
      if (kind == 0) __hecaton_unsupported("a format that ends in a conversion");
      /* From here on the text is not known, and neither is what the arguments are. */
      if (out->unseen) __hecaton_unsupported("a conversion of `printf` that C does not have");
      size_t count = __hecaton_any_ulong();
      __CPROVER_assume(count >= out->count);
      count = __hecaton_approximate(count, "the text of a conversion that is not in the standard");
      while (out->count < count && out->count < out->room)
        put(out, __hecaton_approximate(__hecaton_any_char(), "the text of a conversion that is not in the standard"));
      out->count = count;
      break;
    }
  }
}

int vsnprintf(char *to, size_t room, const char *format, va_list args) {
  struct output out = {to, room == 0 ? 0 : room - 1, 0, 0};
  print(&out, format, args);
  if (room > 0) to[out.count < out.room ? out.count : out.room] = 0;
  return (int)out.count;
}

/* Output to a stream by a format that is no literal, or with arguments from elsewhere. */
void __hecaton_print_list(const char *format, va_list args) {
  struct output out = {0, 0, 0, 1};
  print(&out, format, args);
}
void __hecaton_print(const char *format, ...) {
  va_list args;
  __builtin_va_start(args, format);
  __hecaton_print_list(format, args);
}

/* How much is written to a stream. */
int __hecaton_print_length(const char *format, ...) {
  struct output out = {0, 0, 0, 0};
  va_list args;
  __builtin_va_start(args, format);
  print(&out, format, args);
  return (int)out.count;
}

/* Without a limit but that of the object. */
static const size_t unlimited = ~(size_t)0;

int vsprintf(char *to, const char *format, va_list args) { return vsnprintf(to, unlimited, format, args); }
int snprintf(char *to, size_t room, const char *format, ...) {
  va_list args;
  __builtin_va_start(args, format);
  return vsnprintf(to, room, format, args);
}
int sprintf(char *to, const char *format, ...) {
  va_list args;
  __builtin_va_start(args, format);
  return vsnprintf(to, unlimited, format, args);
}
int __snprintf_chk(char *to, size_t room, int flag, size_t known, const char *format, ...) {
  va_list args;
  __builtin_va_start(args, format);
  return vsnprintf(to, room, format, args);
}
int __sprintf_chk(char *to, int flag, size_t known, const char *format, ...) {
  va_list args;
  __builtin_va_start(args, format);
  return vsnprintf(to, unlimited, format, args);
}
int __vsnprintf_chk(char *to, size_t room, int flag, size_t known, const char *format, va_list args) {
  return vsnprintf(to, room, format, args);
}
int __vsprintf_chk(char *to, int flag, size_t known, const char *format, va_list args) {
  return vsnprintf(to, unlimited, format, args);
}
int vasprintf(char **result, const char *format, va_list args) {
  int count = vsnprintf(0, 0, format, args);
  char *made = malloc((size_t)count + 1);
  if (made == 0) return -1;
  vsnprintf(made, (size_t)count + 1, format, args);
  *result = made;
  return count;
}
int asprintf(char **result, const char *format, ...) {
  va_list args;
  __builtin_va_start(args, format);
  return vasprintf(result, format, args);
}
