/* Characters and locales. A test of a character gives zero or any other number, and not always the same one: C says no
   more. From 128 on, what a character is depends on the locale; once `setlocale` has chosen another than "C", that is
   arbitrary within the rules of C17 7.4, and stays so until the next choice. */
typedef __typeof__(sizeof 0) size_t;

void *memcpy(void *to, const void *from, size_t n);
void __hecaton_read_string(const char *s);
int __hecaton_any_int(void);
_Bool __hecaton_any_bool(void);

/* Whether the locale may be another than "C", and what that says: of the characters from 128 on, and of the case. */
_Bool __hecaton_other_locale = 0;
static unsigned char other_classes[128], other_lower[256], other_upper[256];

enum { UPPER = 1, LOWER = 2, ALPHA = 4, SPACE = 8, BLANK = 16, CONTROL = 32, PRINT = 64, PUNCTUATION = 128 };

static unsigned char ascii_class(int c) {
  if (c >= 'A' && c <= 'Z') return UPPER | ALPHA | PRINT;
  if (c >= 'a' && c <= 'z') return LOWER | ALPHA | PRINT;
  if (c >= '0' && c <= '9') return PRINT;
  if (c == ' ') return SPACE | BLANK | PRINT;
  if (c == '\t') return SPACE | BLANK | CONTROL;
  if (c >= '\n' && c <= '\r') return SPACE | CONTROL;
  if (c >= 0 && c < 32 || c == 127) return CONTROL;
  return c > 32 && c < 127 ? PRINT | PUNCTUATION : 0;
}
/* Of a character of another locale, with what C demands of it. */
static unsigned char other_class(int c) {
  unsigned char k = other_classes[c - 128];
  if (k & (UPPER | LOWER)) __CPROVER_assume(k & ALPHA);
  if (k & ALPHA) __CPROVER_assume((k & (SPACE | CONTROL | PRINT | PUNCTUATION)) == PRINT);
  if (k & BLANK) __CPROVER_assume(k & SPACE);
  if (k & CONTROL) __CPROVER_assume(!(k & PRINT));
  if (k & PUNCTUATION) __CPROVER_assume((k & (SPACE | PRINT)) == PRINT);
  return k;
}
static _Bool is(int c, unsigned char classes) {
  return ((__hecaton_other_locale && c >= 128 && c < 256 ? other_class(c) : ascii_class(c)) & classes) != 0;
}

/* An argument that is neither EOF nor a value of `unsigned char` is undefined (7.4p1). */
static void check_character(int c) {
  __hecaton_valid(c >= -1 && c <= 255, "the argument is `EOF` or a value of `unsigned char`");
}
/* Any number that is not zero for yes. */
static int truth(int c, _Bool yes) {
  int any = __hecaton_any_int();
  check_character(c);
  return !yes ? 0 : any != 0 ? any : 1;
}
int isdigit(int c) { return truth(c, c >= '0' && c <= '9'); }
int isxdigit(int c) { return truth(c, c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F'); }
int isupper(int c) { return truth(c, is(c, UPPER)); }
int islower(int c) { return truth(c, is(c, LOWER)); }
int isalpha(int c) { return truth(c, is(c, ALPHA)); }
int isalnum(int c) { return truth(c, c >= '0' && c <= '9' || is(c, ALPHA)); }
int isspace(int c) { return truth(c, is(c, SPACE)); }
int isblank(int c) { return truth(c, is(c, BLANK)); }
int iscntrl(int c) { return truth(c, is(c, CONTROL)); }
int isprint(int c) { return truth(c, is(c, PRINT)); }
int isgraph(int c) { return truth(c, c != ' ' && is(c, PRINT)); }
int ispunct(int c) { return truth(c, is(c, PUNCTUATION)); }
int isascii(int c) {
  int any = __hecaton_any_int();
  return c < 0 || c > 127 ? 0 : any != 0 ? any : 1;
}
int toascii(int c) { return c & 127; }

/* The other case: in another locale that of any letter may be another one, but always the same. */
static int lowered(int c) {
  if (!__hecaton_other_locale || c < 0 || c > 255) return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c;
  if (!is(c, UPPER)) return c;
  int other = other_lower[c];
  __CPROVER_assume(other == c || is(other, LOWER));
  return other;
}
static int raised(int c) {
  if (!__hecaton_other_locale || c < 0 || c > 255) return c >= 'a' && c <= 'z' ? c - ('a' - 'A') : c;
  if (!is(c, LOWER)) return c;
  int other = other_upper[c];
  __CPROVER_assume(other == c || is(other, UPPER));
  return other;
}
int tolower(int c) {
  check_character(c);
  return lowered(c);
}
int toupper(int c) {
  check_character(c);
  return raised(c);
}
int _tolower(int c) { return tolower(c); }
int _toupper(int c) { return toupper(c); }

/* The tables that the macros of glibc look into, from EOF to 255. Theirs begin at -128, which C does not know of. */
static const unsigned short classes[257] = {[1] =
  2, 2, 2, 2, 2, 2, 2, 2, 2, 8195, 8194, 8194, 8194, 8194, 2, 2,
  2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2,
  24577, 49156, 49156, 49156, 49156, 49156, 49156, 49156, 49156, 49156, 49156, 49156, 49156, 49156, 49156, 49156,
  55304, 55304, 55304, 55304, 55304, 55304, 55304, 55304, 55304, 55304, 49156, 49156, 49156, 49156, 49156, 49156,
  49156, 54536, 54536, 54536, 54536, 54536, 54536, 50440, 50440, 50440, 50440, 50440, 50440, 50440, 50440, 50440,
  50440, 50440, 50440, 50440, 50440, 50440, 50440, 50440, 50440, 50440, 50440, 49156, 49156, 49156, 49156, 49156,
  49156, 54792, 54792, 54792, 54792, 54792, 54792, 50696, 50696, 50696, 50696, 50696, 50696, 50696, 50696, 50696,
  50696, 50696, 50696, 50696, 50696, 50696, 50696, 50696, 50696, 50696, 50696, 49156, 49156, 49156, 49156, 2,
};
static unsigned short other_table[257];
static const unsigned short *classes_at;
const unsigned short **__ctype_b_loc(void) {
  classes_at = (__hecaton_other_locale ? other_table : classes) + 1;
  return &classes_at;
}

static int lowers[257], uppers[257], *lowers_at, *uppers_at;
const int **__ctype_tolower_loc(void) {
  if (lowers_at == 0) {
    for (int c = -1; c < 256; c++) lowers[c + 1] = lowered(c);
    lowers_at = lowers + 1;
  }
  return (const int **)&lowers_at;
}
const int **__ctype_toupper_loc(void) {
  if (uppers_at == 0) {
    for (int c = -1; c < 256; c++) uppers[c + 1] = raised(c);
    uppers_at = uppers + 1;
  }
  return (const int **)&uppers_at;
}

/* The name of a locale is arbitrary, but for that of the C locale, and must not be written. */
extern const char __hecaton_locale_names[8][64];
static int names_used;
char *setlocale(int category, const char *name) {
  __hecaton_assumed("`setlocale` is taken to call the C locale \"C\", and others by names of less than 64 characters, which stay as they are");
  if (name != 0) {
    __hecaton_read_string(name);
    _Bool c = name[0] == 'C' && name[1] == 0;
    _Bool posix = name[0] == 'P' && name[1] == 'O' && name[2] == 'S' && name[3] == 'I' && name[4] == 'X' && name[5] == 0;
    if (!c && !posix) {
      if (__hecaton_any_bool()) return 0;
      /* An empty name means what the environment says. */
      if (name[0] != 0 || __hecaton_any_bool()) {
        __hecaton_other_locale = 1;
        if (names_used == 8) __hecaton_unsupported("more than 8 changes of the locale");
        names_used++;
        __hecaton_fill(other_classes, sizeof other_classes);
        __hecaton_fill(other_lower, sizeof other_lower);
        __hecaton_fill(other_upper, sizeof other_upper);
        memcpy(other_table, classes, sizeof classes);
        __hecaton_fill(other_table + 129, 256);
        lowers_at = 0;
        uppers_at = 0;
      }
    } else if (category == 6) {
      /* All categories; where one of them goes back to the C locale, the others may stay what they are. */
      __hecaton_other_locale = 0;
      lowers_at = 0;
      uppers_at = 0;
    }
  }
  if (!__hecaton_other_locale) return (char *)"C";
  const char *text = __hecaton_locale_names[names_used - 1];
  __CPROVER_assume(text[63] == 0);
  return (char *)text;
}
/* How numbers are written in the C locale; in another one that is not known. */
struct lconv {
  char *decimal_point, *thousands_sep, *grouping, *int_curr_symbol, *currency_symbol, *mon_decimal_point;
  char *mon_thousands_sep, *mon_grouping, *positive_sign, *negative_sign;
  char others[14];
};
static const struct lconv c_conventions = {
  ".", "", "", "", "", "", "", "", "", "", {127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127}};
struct lconv *localeconv(void) {
  if (__hecaton_other_locale) __hecaton_unsupported("`localeconv` in another locale");
  return (struct lconv *)&c_conventions;
}
