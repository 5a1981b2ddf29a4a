/* Dates. The calendar is fixed; the time zone is any, and that it is the same for all times is one possibility of which
   violations can be told: that it changes with the time is only looked at for proofs. */
typedef __typeof__(sizeof 0) size_t;
typedef long time_t;
struct tm {
  int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
  long tm_gmtoff;
  const char *tm_zone;
};

int *__hecaton_errno(void);
int __hecaton_any_int(void);
_Bool __hecaton_any_bool(void);
char __hecaton_any_char(void);
long __hecaton_any_long(void);
size_t __hecaton_any_size(void);
double __hecaton_any_double(void);
extern _Bool __hecaton_other_locale;

static int between(int low, int high) {
  int n = __hecaton_any_int();
  __CPROVER_assume(n >= low && n <= high);
  return n;
}

double difftime(time_t a, time_t b) {
  const long exact = sizeof(long) == 8 ? (long)(1ull << 52) : ~0ul >> 1;
  if (a >= -exact && a <= exact && b >= -exact && b <= exact) return (double)a - (double)b;
  double any = __hecaton_any_double();
  __CPROVER_assume(a >= b ? any >= 0 : any <= 0);
  return __hecaton_approximate(any);
}

/* Years begin in March here, so that the odd day is the last one, and are counted from a multiple of 400 years before all that
   can be represented, so that no number is negative. */
enum { DAYS_OF_400 = 146097, TO_MARCH = 719468, ERAS_BEFORE = 5500000 };
/* Whether the date of a time has a year that can be represented. */
static _Bool date_of(long long time, struct tm *date) {
  __hecaton_assumed("times are taken to count no leap seconds, as POSIX has it");
  if (time < -67768040609740800ll || time > 67768036191676799ll) return 0;
  unsigned long long since = (unsigned long long)(time + (ERAS_BEFORE * (long long)DAYS_OF_400 + TO_MARCH) * 86400);
  unsigned long long days = since / 86400;
  unsigned rest = (unsigned)(since - days * 86400), era = (unsigned)(days / DAYS_OF_400);
  unsigned of_era = (unsigned)(days - era * (unsigned long long)DAYS_OF_400);
  unsigned year_of_era = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
  unsigned of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  unsigned month = (5 * of_year + 2) / 153;
  long long year = year_of_era + 400ll * era - 400ll * ERAS_BEFORE + (month >= 10);
  _Bool leap = (year_of_era & 3) == 0 & (year_of_era == 0 | (year_of_era != 100 & year_of_era != 200 & year_of_era != 300));
  unsigned hour = rest / 3600, minute = (rest - hour * 3600) / 60;
  date->tm_sec = (int)(rest - hour * 3600 - minute * 60);
  date->tm_min = (int)minute;
  date->tm_hour = (int)hour;
  date->tm_mday = (int)(of_year - (153 * month + 2) / 5 + 1);
  date->tm_mon = (int)(month < 10 ? month + 2 : month - 10);
  date->tm_year = (int)(year - 1900);
  /* The first day of each 400 years is a Wednesday. */
  date->tm_wday = (int)((of_era + 3) % 7);
  /* The days from January to February are behind the others here. */
  date->tm_yday = (int)(month < 10 ? of_year + 59 + leap : of_year - 306);
  /* What is so anyway, but hard to see from the divisions. */
  __CPROVER_assume(date->tm_sec >= 0 && date->tm_sec <= 59 && date->tm_min >= 0 && date->tm_min <= 59 && date->tm_hour >= 0 &&
                   date->tm_hour <= 23 && date->tm_mday >= 1 && date->tm_mday <= 31 && date->tm_mon >= 0 &&
                   date->tm_mon <= 11 && date->tm_wday >= 0 && date->tm_wday <= 6 && date->tm_yday >= 0 && date->tm_yday <= 365);
  return 1;
}
/* The time of a date whose members may be any numbers. */
static long long time_of(const struct tm *date) {
  long long year = date->tm_year + 1900ll + date->tm_mon / 12;
  int month = date->tm_mon % 12;
  if (month < 0) {
    month += 12;
    year--;
  }
  if (month < 2) year--;
  long long era = (year >= 0 ? year : year - 399) / 400;
  int of_era = (int)(year - era * 400), from_march = month < 2 ? month + 10 : month - 2;
  int day = 365 * of_era + of_era / 4 - of_era / 100 + (153 * from_march + 2) / 5;
  long long days = era * DAYS_OF_400 + day - TO_MARCH + date->tm_mday - 1ll;
  return days * 86400 + date->tm_hour * 3600ll + date->tm_min * 60ll + date->tm_sec;
}

/* What the time zone says: the same as when it was asked first, or something else that stands for what it says of another time. */
static struct zone { _Bool known; int offset, summer; } zone;
static struct zone zone_of(int summer) {
  struct zone now = {1, between(-93599, 93599), between(-1, 1)};
  __VERIFIER_atomic_begin();
  if (!zone.known) {
    /* A date that is given says itself whether it is summer. */
    __CPROVER_assume(summer < 0 || (now.summer > 0) == (summer > 0));
    zone = now;
  } else if (summer >= 0 && (zone.summer > 0) != (summer > 0) || __hecaton_any_bool()) {
    now.offset = __hecaton_approximate(now.offset, "what the time zone says of another time");
    now.summer = __hecaton_approximate(now.summer, "what the time zone says of another time");
  } else {
    now = zone;
  }
  __VERIFIER_atomic_end();
  return now;
}
static char zone_name[8];
static void name_zone(struct tm *date, const struct zone *of) {
  date->tm_isdst = of->summer;
  date->tm_gmtoff = of->offset;
  for (int i = 0; i < 7; i++) zone_name[i] = __hecaton_approximate(__hecaton_any_char(), "the name of a time zone");
  date->tm_zone = zone_name;
}
/* A date that cannot be represented (`EOVERFLOW`). */
static int out_of_range(void) {
  *__hecaton_errno() = 75;
  return -1;
}

static struct tm unguarded_last_date;
struct tm *localtime_r(const time_t *time, struct tm *result) {
  struct zone local = zone_of(-1);
  long long there;
  if (__builtin_add_overflow((long long)*time, local.offset, &there) || !date_of(there, result)) {
    out_of_range();
    return 0;
  }
  name_zone(result, &local);
  return result;
}
struct tm *gmtime_r(const time_t *time, struct tm *result) {
  static const struct zone universal = {1, 0, 0};
  if (!date_of(*time, result)) {
    out_of_range();
    return 0;
  }
  name_zone(result, &universal);
  return result;
}
struct tm *localtime(const time_t *time) { return localtime_r(time, &unguarded_last_date); }
struct tm *gmtime(const time_t *time) { return gmtime_r(time, &unguarded_last_date); }

/* The time of a date in a time zone; the date is put in order. */
static time_t made(struct tm *date, const struct zone *of) {
  long long total = time_of(date), time = total - of->offset;
  struct tm result;
  if ((long)time != time || !date_of(total, &result)) return out_of_range();
  *date = result;
  name_zone(date, of);
  return (time_t)time;
}
time_t mktime(struct tm *date) {
  struct zone local = zone_of(date->tm_isdst);
  return made(date, &local);
}
time_t timegm(struct tm *date) {
  static const struct zone universal = {1, 0, 0};
  return made(date, &universal);
}

/* Where the text of a date goes; what does not fit is only counted. */
struct output {
  char *to;
  size_t room, count;
};
static void put(struct output *out, char c) {
  if (out->count < out->room) out->to[out->count] = c;
  out->count++;
}
static void put_text(struct output *out, const char *text, int most) {
  for (int i = 0; i < most && text[i] != 0; i++) put(out, text[i]);
}
/* A number that is not negative, with zeros or spaces before it. */
static void put_number(struct output *out, int value, int width, char before) {
  char digits[12];
  int count = 0;
  do {
    digits[count++] = (char)('0' + value % 10);
    value /= 10;
  } while (value != 0);
  for (int i = count; i < width; i++) put(out, before);
  for (; count > 0; count--) put(out, digits[count - 1]);
}
static const char days[7][10] = {"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"};
static const char months[12][10] = {"January", "February", "March", "April", "May", "June", "July", "August", "September",
                                    "October", "November", "December"};
static char unguarded_date_text[26];

/* As C17 7.27.3.1 has it, which leaves other dates undefined. */
char *asctime(const struct tm *date) {
  __hecaton_assumed("`asctime` and `ctime` are taken to be called for years from 1000 to 9999");
  __CPROVER_assume(date->tm_year >= 1000 - 1900 && date->tm_year <= 9999 - 1900);
  __CPROVER_assert(date->tm_sec >= 0 && date->tm_sec <= 60 && date->tm_min >= 0 && date->tm_min <= 59 &&
                       date->tm_hour >= 0 && date->tm_hour <= 23 && date->tm_mday >= 1 && date->tm_mday <= 31 &&
                       date->tm_mon >= 0 && date->tm_mon <= 11 && date->tm_wday >= 0 && date->tm_wday <= 6,
                   "the members of a date are within their ranges");
  struct output out = {unguarded_date_text, 25, 0};
  put_text(&out, days[date->tm_wday], 3);
  put(&out, ' ');
  put_text(&out, months[date->tm_mon], 3);
  put_number(&out, date->tm_mday, 3, ' ');
  put(&out, ' ');
  put_number(&out, date->tm_hour, 2, '0');
  put(&out, ':');
  put_number(&out, date->tm_min, 2, '0');
  put(&out, ':');
  put_number(&out, date->tm_sec, 2, '0');
  put(&out, ' ');
  put_number(&out, 1900 + date->tm_year, 4, '0');
  put(&out, '\n');
  unguarded_date_text[25] = 0;
  return unguarded_date_text;
}
char *ctime(const time_t *time) {
  struct tm *date = localtime(time);
  return date == 0 ? 0 : asctime(date);
}

/* Some characters that are not known. */
static void put_something(struct output *out) {
  int count = __hecaton_approximate(between(0, 64), "the text of a date");
  for (int i = 0; i < count; i++) {
    char c = __hecaton_any_char();
    __CPROVER_assume(c != 0);
    put(out, __hecaton_approximate(c, "the text of a date"));
  }
}
static _Bool within(int value, int low, int high) { return value >= low && value <= high; }
/* One conversion; whether it is known. Of members beyond their ranges the text is not specified (7.27.3.5p3). */
static _Bool put_part(struct output *out, char kind, const struct tm *date) {
  int year = date->tm_year, hour = date->tm_hour % 12;
  if ((kind == 'Y' || kind == 'C' || kind == 'y') && !within(year, 1000 - 1900, 9999 - 1900)) return 0;
  if ((kind == 'm' || kind == 'b' || kind == 'h' || kind == 'B') && !within(date->tm_mon, 0, 11)) return 0;
  if ((kind == 'd' || kind == 'e') && !within(date->tm_mday, 1, 31)) return 0;
  if ((kind == 'H' || kind == 'I' || kind == 'p') && !within(date->tm_hour, 0, 23)) return 0;
  if ((kind == 'M' && !within(date->tm_min, 0, 59)) || (kind == 'S' && !within(date->tm_sec, 0, 60))) return 0;
  if ((kind == 'a' || kind == 'A' || kind == 'u' || kind == 'w' || kind == 'U' || kind == 'W') && !within(date->tm_wday, 0, 6))
    return 0;
  if ((kind == 'j' || kind == 'U' || kind == 'W') && !within(date->tm_yday, 0, 365)) return 0;
  if (__hecaton_other_locale && (kind == 'a' || kind == 'A' || kind == 'b' || kind == 'h' || kind == 'B' || kind == 'p')) return 0;
  switch (kind) {
  case '%': put(out, '%'); return 1;
  case 'n': put(out, '\n'); return 1;
  case 't': put(out, '\t'); return 1;
  case 'Y': put_number(out, 1900 + year, 4, '0'); return 1;
  case 'C': put_number(out, (1900 + year) / 100, 2, '0'); return 1;
  case 'y': put_number(out, (1900 + year) % 100, 2, '0'); return 1;
  case 'm': put_number(out, date->tm_mon + 1, 2, '0'); return 1;
  case 'd': put_number(out, date->tm_mday, 2, '0'); return 1;
  case 'e': put_number(out, date->tm_mday, 2, ' '); return 1;
  case 'H': put_number(out, date->tm_hour, 2, '0'); return 1;
  case 'I': put_number(out, hour == 0 ? 12 : hour, 2, '0'); return 1;
  case 'M': put_number(out, date->tm_min, 2, '0'); return 1;
  case 'S': put_number(out, date->tm_sec, 2, '0'); return 1;
  case 'j': put_number(out, date->tm_yday + 1, 3, '0'); return 1;
  case 'u': put_number(out, date->tm_wday == 0 ? 7 : date->tm_wday, 1, '0'); return 1;
  case 'w': put_number(out, date->tm_wday, 1, '0'); return 1;
  case 'U': put_number(out, (date->tm_yday + 7 - date->tm_wday) / 7, 2, '0'); return 1;
  case 'W': put_number(out, (date->tm_yday + 7 - (date->tm_wday + 6) % 7) / 7, 2, '0'); return 1;
  case 'p': put_text(out, date->tm_hour < 12 ? "AM" : "PM", 2); return 1;
  case 'a': put_text(out, days[date->tm_wday], 3); return 1;
  case 'A': put_text(out, days[date->tm_wday], 9); return 1;
  case 'b':
  case 'h': put_text(out, months[date->tm_mon], 3); return 1;
  case 'B': put_text(out, months[date->tm_mon], 9); return 1;
  default: return 0;
  }
}
/* What a conversion stands for that consists of others, in the C locale. */
static const char *parts_of(char kind) {
  switch (kind) {
  case 'D': return "m/d/y";
  case 'F': return "Y-m-d";
  case 'R': return "H:M";
  case 'T': return "H:M:S";
  }
  if (__hecaton_other_locale) return 0;
  switch (kind) {
  case 'c': return "a b e H:M:S Y";
  case 'r': return "I:M:S p";
  case 'x': return "m/d/y";
  case 'X': return "H:M:S";
  default: return 0;
  }
}
/* What may stand before the letter of a conversion, and changes its text. */
static _Bool is_flag(char c) {
  return c == 'E' || c == 'O' || c == '-' || c == '_' || c == '^' || c == '#' || c == '+' || c >= '0' && c <= '9';
}
size_t strftime(char *to, size_t room, const char *format, const struct tm *date) {
  struct output out = {to, room == 0 ? 0 : room - 1, 0};
  for (size_t i = 0; format[i] != 0; i++) {
    if (format[i] != '%') {
      put(&out, format[i]);
      continue;
    }
    char kind = format[++i];
    _Bool changed = 0;
    for (; is_flag(kind); kind = format[++i]) changed = 1;
    if (kind == 0) __hecaton_unsupported("a format of a date that ends in a conversion");
    const char *parts = changed ? 0 : parts_of(kind);
    if (parts == 0 && (changed || !put_part(&out, kind, date))) put_something(&out);
    for (int j = 0; parts != 0 && parts[j] != 0; j++) {
      _Bool letter = parts[j] >= 'a' && parts[j] <= 'z' || parts[j] >= 'A' && parts[j] <= 'Z';
      if (!letter)
        put(&out, parts[j]);
      else if (!put_part(&out, parts[j], date))
        put_something(&out);
    }
  }
  if (room > 0 && out.count < room) {
    to[out.count] = 0;
    return out.count;
  }
  /* What does not fit leaves anything behind. */
  __hecaton_fill(to, room);
  return 0;
}
size_t _strftime(char *to, size_t room, const char *format, const struct tm *date) {
  return strftime(to, room, format, date);
}
void tzset(void) {}
