/* Characters in the C locale. Arguments outside of `unsigned char` and EOF are undefined; they count as no letter. */

int isdigit(int c) { return c >= '0' && c <= '9'; }
int isupper(int c) { return c >= 'A' && c <= 'Z'; }
int islower(int c) { return c >= 'a' && c <= 'z'; }
int isalpha(int c) { return isupper(c) || islower(c); }
int isalnum(int c) { return isalpha(c) || isdigit(c); }
int isxdigit(int c) { return isdigit(c) || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F'; }
int isspace(int c) { return c == ' ' || c >= '\t' && c <= '\r'; }
int isblank(int c) { return c == ' ' || c == '\t'; }
int iscntrl(int c) { return c >= 0 && c < 32 || c == 127; }
int isprint(int c) { return c >= 32 && c < 127; }
int isgraph(int c) { return c > 32 && c < 127; }
int ispunct(int c) { return isgraph(c) && !isalnum(c); }
int isascii(int c) { return c >= 0 && c < 128; }
int tolower(int c) { return isupper(c) ? c + ('a' - 'A') : c; }
int toupper(int c) { return islower(c) ? c - ('a' - 'A') : c; }

/* The tables that the macros of glibc look into, from -128 to 255. */
static const unsigned short classes[384] = {[128] =
  2, 2, 2, 2, 2, 2, 2, 2, 2, 8195, 8194, 8194, 8194, 8194, 2, 2,
  2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2,
  24577, 49156, 49156, 49156, 49156, 49156, 49156, 49156, 49156, 49156, 49156, 49156, 49156, 49156, 49156, 49156,
  55304, 55304, 55304, 55304, 55304, 55304, 55304, 55304, 55304, 55304, 49156, 49156, 49156, 49156, 49156, 49156,
  49156, 54536, 54536, 54536, 54536, 54536, 54536, 50440, 50440, 50440, 50440, 50440, 50440, 50440, 50440, 50440,
  50440, 50440, 50440, 50440, 50440, 50440, 50440, 50440, 50440, 50440, 50440, 49156, 49156, 49156, 49156, 49156,
  49156, 54792, 54792, 54792, 54792, 54792, 54792, 50696, 50696, 50696, 50696, 50696, 50696, 50696, 50696, 50696,
  50696, 50696, 50696, 50696, 50696, 50696, 50696, 50696, 50696, 50696, 50696, 49156, 49156, 49156, 49156, 2,
};
static const unsigned short *classes_at = classes + 128;
const unsigned short **__ctype_b_loc(void) { return &classes_at; }

static int lowers[384], uppers[384], *lowers_at, *uppers_at;
const int **__ctype_tolower_loc(void) {
  if (lowers_at == 0) {
    for (int c = -128; c < 256; c++) lowers[c + 128] = tolower(c);
    lowers_at = lowers + 128;
  }
  return (const int **)&lowers_at;
}
const int **__ctype_toupper_loc(void) {
  if (uppers_at == 0) {
    for (int c = -128; c < 256; c++) uppers[c + 128] = toupper(c);
    uppers_at = uppers + 128;
  }
  return (const int **)&uppers_at;
}
