/* Formatted input from a text. A constant text of up to 63 characters is read exactly, and any other of up to 12, but for the
   values of some floating numbers and what libraries do differently. Of a longer one no more is known than what the format
   says: to follow all ways in which it can be read would take too long. */
typedef __typeof__(sizeof 0) size_t;
typedef __builtin_va_list va_list;

int __hecaton_any_int(void);
char __hecaton_any_char(void);
_Bool __hecaton_any_bool(void);
size_t __hecaton_any_size(void);
float __hecaton_any_float(void);
double __hecaton_any_double(void);
long double __hecaton_any_longdouble(void);
unsigned long long __hecaton_any_ulonglong(void);
extern _Bool __hecaton_other_locale;
float strtof(const char *s, char **end);
double strtod(const char *s, char **end);
long double strtold(const char *s, char **end);

enum { SHORT = 12, MOST = 63 };
/* A copy of the text, so that what is read depends on no more than that, and how long it is at most: each loop over it
   counts for itself, so that it is plain where it ends. Of a longer text it is not known what is read. */
struct input {
  char *text;
  size_t at, length;
  int most;
  _Bool unknown;
};
/* A conversion: how many characters it may take, the size of what is stored, and the format behind it. */
struct form {
  _Bool suppressed;
  size_t width;
  int size;
  char kind;
  size_t next;
};
enum result { READ, MISMATCH, AT_END };

/* In other locales more characters may be white space. */
static _Bool is_space(char c) {
  if (c == ' ' || c >= '\t' && c <= '\r') return 1;
  if (!__hecaton_other_locale || c >= 0 && c <= 127) return 0;
  return __hecaton_approximate(__hecaton_any_bool(), "whether a character is white space");
}
static void pass_space(struct input *in) {
  for (int n = 0; n < in->most && in->at < in->length && is_space(in->text[in->at]); n++) in->at++;
}
static unsigned digit_of(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return 99;
}
/* Where a conversion stops at the latest. */
static size_t last_of(const struct input *in, const struct form *form) {
  size_t rest = in->length - in->at;
  return in->at + (form->width != 0 && form->width < rest ? form->width : rest);
}
static void store_integer(void *to, int size, unsigned long long value) {
  if (size == 1)
    *(signed char *)to = (signed char)value;
  else if (size == sizeof(short))
    *(short *)to = (short)value;
  else if (size == sizeof(int))
    *(int *)to = (int)value;
  else
    *(long long *)to = (long long)value;
}
static unsigned long long some_number(void) {
  return __hecaton_approximate(__hecaton_any_ulonglong(), "what `sscanf` reads");
}

/* A whole number; its value has as many bits as are asked for. */
static enum result read_integer(struct input *in, const struct form *form, _Bool c23, unsigned long long *value) {
  size_t i = in->at, last = last_of(in, form);
  _Bool negative = 0, too_large = 0;
  unsigned base = form->kind == 'd' || form->kind == 'u' ? 10 : form->kind == 'o' ? 8 : form->kind == 'i' ? 0 : 16;
  if (i < last && (in->text[i] == '-' || in->text[i] == '+')) negative = in->text[i++] == '-';
  size_t first = i;
  if ((base == 0 || base == 16) && i + 1 < last && in->text[i] == '0' && (in->text[i + 1] == 'x' || in->text[i + 1] == 'X')) {
    i += 2;
    base = 16;
    /* A prefix alone is no number in C, and zero in some libraries. */
    if (!(i < last && digit_of(in->text[i]) < 16) &&
        __hecaton_approximate(__hecaton_any_bool(), "whether `0x` alone is a number"))
      return MISMATCH;
  } else if (c23 && base == 0 && i + 2 < last && in->text[i] == '0' && (in->text[i + 1] == 'b' || in->text[i + 1] == 'B')) {
    i += 2;
    base = 2;
    if (digit_of(in->text[i]) >= 2 && __hecaton_approximate(__hecaton_any_bool(), "whether `0b` alone is a number"))
      return MISMATCH;
  } else if (base == 0) {
    base = i < last && in->text[i] == '0' ? 8 : 10;
  }
  unsigned long long amount = 0;
  for (int n = 0; n < in->most && i < last && digit_of(in->text[i]) < base; n++, i++) {
    if (__builtin_mul_overflow(amount, base, &amount)) too_large = 1;
    if (__builtin_add_overflow(amount, digit_of(in->text[i]), &amount)) too_large = 1;
  }
  if (i == first) return MISMATCH;
  _Bool is_signed = form->kind == 'd' || form->kind == 'i';
  unsigned long long most = ~0ull >> (64 - 8 * form->size + is_signed);
  if (amount > most + (is_signed && negative)) too_large = 1;
  *value = negative ? 0 - amount : amount;
  if (!form->suppressed) {
    __CPROVER_assert(!too_large, "a number that `sscanf` reads fits its type");
    if (too_large) *value = some_number();
  }
  if (__hecaton_other_locale && i < in->length) {
    /* More forms may be numbers. */
    size_t stop = __hecaton_any_size();
    __CPROVER_assume(stop >= i && stop <= last);
    i = __hecaton_approximate(stop, "the end of a number in a text of a locale");
    *value = some_number();
  }
  in->at = i;
  return READ;
}

/* A floating number. What begins like one, but ends too early, is none in C, and one in some libraries. */
static enum result read_floating(struct input *in, const struct form *form, void *to) {
  char part[MOST + 1], *end;
  size_t count = 0, last = last_of(in, form);
  for (size_t i = in->at; (int)count < in->most && i < last; i++) part[count++] = in->text[i];
  part[count] = 0;
  if (form->suppressed) {
    strtod(part, &end);
  } else if (form->size == sizeof(float)) {
    float value = strtof(part, &end);
    if (end != part) *(float *)to = value;
  } else if (form->size == sizeof(double)) {
    double value = strtod(part, &end);
    if (end != part) *(double *)to = value;
  } else {
    long double value = strtold(part, &end);
    if (end != part) *(long double *)to = value;
  }
  if (end == part) return MISMATCH;
  if (*end == 'e' || *end == 'E') {
    if (__hecaton_approximate(__hecaton_any_bool(), "whether a number without its exponent is one")) return MISMATCH;
    end++;
    if (*end == '-' || *end == '+') end++;
  }
  in->at += end - part;
  return READ;
}

static enum result read_word(struct input *in, const struct form *form, char *to) {
  size_t last = last_of(in, form);
  int n = 0;
  for (; n < in->most && in->at < last && !is_space(in->text[in->at]); n++, in->at++)
    if (!form->suppressed) to[n] = in->text[in->at];
  if (!form->suppressed) to[n] = 0;
  return READ;
}
/* Fewer characters than are asked for are none in C, and some in other libraries. */
static enum result read_characters(struct input *in, const struct form *form, char *to) {
  size_t wanted = form->width == 0 ? 1 : form->width;
  int n = 0;
  for (; n < in->most && (size_t)n < wanted && in->at < in->length; n++, in->at++)
    if (!form->suppressed) to[n] = in->text[in->at];
  return (size_t)n == wanted || __hecaton_any_bool() ? READ : MISMATCH;
}
/* Whether a character is in a set, which begins behind the bracket. A `-` between two characters means all from one to the
   other. */
static _Bool is_in(const char *set, char c) {
  size_t i = set[0] == '^';
  _Bool found = 0;
  do {
    if (set[i + 1] == '-' && set[i + 2] != ']') {
      if ((unsigned char)c >= (unsigned char)set[i] && (unsigned char)c <= (unsigned char)set[i + 2]) found = 1;
      i += 3;
    } else {
      if (set[i] == c) found = 1;
      i++;
    }
  } while (set[i] != ']');
  return found != (set[0] == '^');
}
static enum result read_set(struct input *in, const struct form *form, const char *set, char *to) {
  size_t last = last_of(in, form);
  int n = 0;
  for (; n < in->most && in->at < last && is_in(set, in->text[in->at]); n++, in->at++)
    if (!form->suppressed) to[n] = in->text[in->at];
  if (n == 0) return MISMATCH;
  if (!form->suppressed) to[n] = 0;
  return READ;
}

/* What a conversion stores of a text that is not looked at. */
static void store_anything(const struct input *in, const struct form *form, void *to) {
  char kind = form->kind;
  size_t most = form->width != 0 && form->width < in->length ? form->width : in->length;
  if (form->suppressed) return;
  if (kind == 's' || kind == '[' || kind == 'c') {
    size_t count = __hecaton_any_size();
    __CPROVER_assume(kind == 'c' ? count == (form->width == 0 ? 1 : form->width) : count >= 1 && count <= most);
    count = __hecaton_approximate(count, "what `sscanf` reads");
    for (size_t i = 0; i < count; i++) {
      char c = __hecaton_any_char();
      __CPROVER_assume(c != 0 && !(kind == 's' && (c == ' ' || c >= '\t' && c <= '\r')));
      ((char *)to)[i] = __hecaton_approximate(c, "what `sscanf` reads");
    }
    if (kind != 'c') ((char *)to)[count] = 0;
  } else if (kind == 'n') {
    size_t count = __hecaton_any_size();
    __CPROVER_assume(count <= in->length);
    store_integer(to, form->size, __hecaton_approximate(count, "what `sscanf` reads"));
  } else if (kind == 'd' || kind == 'i' || kind == 'u' || kind == 'o' || kind == 'x' || kind == 'X') {
    store_integer(to, form->size, some_number());
  } else if (form->size == sizeof(float)) {
    *(float *)to = __hecaton_approximate(__hecaton_any_float(), "what `sscanf` reads");
  } else if (form->size == sizeof(double)) {
    *(double *)to = __hecaton_approximate(__hecaton_any_double(), "what `sscanf` reads");
  } else {
    *(long double *)to = __hecaton_approximate(__hecaton_any_longdouble(), "what `sscanf` reads");
  }
}

static _Bool is_floating(char kind) {
  return kind == 'f' || kind == 'F' || kind == 'e' || kind == 'E' || kind == 'g' || kind == 'G' || kind == 'a' || kind == 'A';
}
/* Reads the conversion of a format that begins behind `%`. */
static struct form form_at(const char *format, size_t i) {
  struct form form = {0, 0, sizeof(int), 0, 0};
  if (format[i] == '*') {
    form.suppressed = 1;
    i++;
  }
  for (; format[i] >= '0' && format[i] <= '9'; i++) form.width = form.width * 10 + (size_t)(format[i] - '0');
  int longs = 0;
  if (format[i] == 'h') {
    form.size = sizeof(short);
    if (format[++i] == 'h') {
      form.size = 1;
      i++;
    }
  } else if (format[i] == 'l') {
    longs = 1;
    form.size = sizeof(long);
    if (format[++i] == 'l') {
      form.size = sizeof(long long);
      i++;
    }
  } else if (format[i] == 'j' || format[i] == 'q' || format[i] == 'L') {
    longs = 2;
    form.size = sizeof(long long);
    i++;
  } else if (format[i] == 'z' || format[i] == 't') {
    form.size = sizeof(size_t);
    i++;
  }
  char kind = form.kind = format[i++];
  if (is_floating(kind)) {
    form.size = longs == 2 ? sizeof(long double) : longs == 1 ? sizeof(double) : sizeof(float);
  } else if (kind == '[' || kind == 's' || kind == 'c') {
    if (longs == 1) __hecaton_unsupported("`sscanf` of wide characters");
  } else if (kind != 'd' && kind != 'i' && kind != 'u' && kind != 'o' && kind != 'x' && kind != 'X' && kind != 'n' && kind != '%') {
    __hecaton_unsupported("this conversion of `sscanf`");
  }
  form.next = i;
  return form;
}

/* A character that stands for itself. */
static enum result plain(struct input *in, char c) {
  if (in->at == in->length) return AT_END;
  if (in->text[in->at] != c) return MISMATCH;
  in->at++;
  return READ;
}
static enum result convert(struct input *in, const struct form *form, const char *format, void *to, _Bool c23) {
  char kind = form->kind;
  if (kind != '[' && kind != 'c' && kind != 'n') pass_space(in);
  if (kind == '%') return plain(in, '%');
  if (kind == 'n') {
    if (!form->suppressed) store_integer(to, form->size, in->at);
    return READ;
  }
  if (in->at == in->length) return AT_END;
  if (kind == 's') return read_word(in, form, to);
  if (kind == 'c') return read_characters(in, form, to);
  if (kind == '[') return read_set(in, form, format + form->next, to);
  if (is_floating(kind)) return read_floating(in, form, to);
  unsigned long long value = 0;
  enum result result = read_integer(in, form, c23, &value);
  if (result == READ && !form->suppressed) store_integer(to, form->size, value);
  return result;
}

static int scan(const char *text, const char *format, va_list arguments, _Bool c23) {
  char few[SHORT + 1], many[MOST + 1];
  _Bool small = __CPROVER_WRITEABLE_OBJECT(text);
  struct input in = {small ? few : many, 0, 0, small ? SHORT : MOST, 0};
  while (text[in.length] != 0) in.length++;
  in.unknown = in.length > (size_t)in.most;
  for (int i = 0; i <= in.most && (size_t)i <= in.length; i++) in.text[i] = text[i];
  va_list args;
  __builtin_va_copy(args, arguments);
  int count = 0;
  _Bool converted = 0;
  for (size_t i = 0; format[i] != 0;) {
    enum result result;
    if (format[i] == ' ' || format[i] >= '\t' && format[i] <= '\r') {
      if (!in.unknown) pass_space(&in);
      i++;
      continue;
    }
    if (format[i] != '%') {
      result = in.unknown ? READ : plain(&in, format[i]);
      i++;
    } else {
      struct form form = form_at(format, i + 1);
      void *to = form.suppressed || form.kind == '%' ? 0 : __builtin_va_arg(args, void *);
      if (in.unknown) {
        result = READ;
        if (form.kind != 'n' && form.kind != '%' && __hecaton_any_bool())
          result = __hecaton_approximate(__hecaton_any_bool(), "how much `sscanf` reads") ? MISMATCH : AT_END;
        if (result == READ) store_anything(&in, &form, to);
      } else {
        result = convert(&in, &form, format, to, c23);
      }
      i = form.next;
      if (form.kind == '[') {
        /* The first character of a set is no end of it. */
        i += format[i] == '^';
        i++;
        while (format[i] != ']') i++;
        i++;
      }
      if (result == READ && form.kind != 'n' && form.kind != '%') {
        if (!form.suppressed) count++;
        converted = 1;
      }
    }
    if (result == MISMATCH) return count;
    if (result == AT_END) {
      /* In some libraries what is read and not stored does not count. */
      if (count > 0) return count;
      return converted && __hecaton_approximate(__hecaton_any_bool(), "whether nothing that was read counts") ? 0 : -1;
    }
  }
  return count;
}

int vsscanf(const char *text, const char *format, va_list args) { return scan(text, format, args, 0); }
int __isoc99_vsscanf(const char *text, const char *format, va_list args) { return scan(text, format, args, 0); }
int __isoc23_vsscanf(const char *text, const char *format, va_list args) { return scan(text, format, args, 1); }
int sscanf(const char *text, const char *format, ...) {
  va_list args;
  __builtin_va_start(args, format);
  return scan(text, format, args, 0);
}
int __isoc99_sscanf(const char *text, const char *format, ...) {
  va_list args;
  __builtin_va_start(args, format);
  return scan(text, format, args, 0);
}
int __isoc23_sscanf(const char *text, const char *format, ...) {
  va_list args;
  __builtin_va_start(args, format);
  return scan(text, format, args, 1);
}
