/* What the operating system tells: the environment, time, users, processes, files. */
typedef __typeof__(sizeof 0) size_t;
typedef __typeof__((char *)0 - (char *)0) ssize_t;

int *__errno_location(void);
void __hecaton_read_string(const char *s);
int __hecaton_any_int(void);
unsigned __hecaton_any_uint(void);
_Bool __hecaton_any_bool(void);
char __hecaton_any_char(void);
long __hecaton_any_long(void);
size_t __hecaton_any_size(void);
double __hecaton_any_double(void);

static int failed(void) {
  int error = __hecaton_any_int();
  __CPROVER_assume(error > 0 && error < 200);
  *__errno_location() = error;
  return -1;
}
static int zero_or_failed(void) { return __hecaton_any_bool() ? 0 : failed(); }

/* A variable of the environment is missing or has any text of less than 4096 characters. */
static struct { char text[4096]; } variables[8];
static int variable_count;
char *getenv(const char *name) {
  __hecaton_read_string(name);
  __hecaton_assumed("variables of the environment are taken to be shorter than 4096 characters");
  if (__hecaton_any_bool()) return 0;
  if (variable_count == 8) __hecaton_unsupported("more than 8 variables of the environment");
  char *text = variables[variable_count++].text;
  __hecaton_fill(text, 4095);
  text[4095] = 0;
  return text;
}
char *secure_getenv(const char *name) { return getenv(name); }
int setenv(const char *name, const char *value, int overwrite) {
  __hecaton_read_string(name);
  __hecaton_read_string(value);
  return zero_or_failed();
}
int unsetenv(const char *name) { return zero_or_failed(); }
int putenv(char *text) { return zero_or_failed(); }
int system(const char *command) {
  if (command != 0) __hecaton_read_string(command);
  return __hecaton_any_int();
}

/* Time. */
typedef long time_t;
struct tm {
  int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
  long tm_gmtoff;
  const char *tm_zone;
};
struct timeval { long tv_sec, tv_usec; };
struct timespec { long tv_sec, tv_nsec; };

time_t time(time_t *result) {
  time_t now = __hecaton_any_long();
  if (result != 0) *result = now;
  return now;
}
long clock(void) { return __hecaton_any_long(); }
double difftime(time_t a, time_t b) { return (double)a - (double)b; }
int gettimeofday(struct timeval *result, void *zone) {
  result->tv_sec = __hecaton_any_long();
  result->tv_usec = __hecaton_any_long();
  __CPROVER_assume(result->tv_usec >= 0 && result->tv_usec < 1000000);
  return 0;
}
int clock_gettime(int which, struct timespec *result) {
  if (__hecaton_any_bool()) return failed();
  result->tv_sec = __hecaton_any_long();
  result->tv_nsec = __hecaton_any_long();
  __CPROVER_assume(result->tv_nsec >= 0 && result->tv_nsec < 1000000000);
  return 0;
}
int timespec_get(struct timespec *result, int base) {
  if (base <= 0 || __hecaton_any_bool()) return 0;
  result->tv_sec = __hecaton_any_long();
  result->tv_nsec = __hecaton_any_long();
  __CPROVER_assume(result->tv_nsec >= 0 && result->tv_nsec < 1000000000);
  return base;
}
int nanosleep(const struct timespec *asked, struct timespec *left) {
  __hecaton_readable(asked, sizeof *asked);
  if (__hecaton_any_bool()) return 0;
  if (left != 0) {
    left->tv_sec = __hecaton_any_long();
    left->tv_nsec = __hecaton_any_long();
    __CPROVER_assume(left->tv_sec >= 0 && left->tv_sec <= asked->tv_sec);
    __CPROVER_assume(left->tv_nsec >= 0 && left->tv_nsec < 1000000000);
  }
  return failed();
}
static int between(int low, int high) {
  int n = __hecaton_any_int();
  __CPROVER_assume(n >= low && n <= high);
  return n;
}
static void some_date(struct tm *date) {
  date->tm_sec = __hecaton_approximate(between(0, 60), "a date");
  date->tm_min = __hecaton_approximate(between(0, 59), "a date");
  date->tm_hour = __hecaton_approximate(between(0, 23), "a date");
  date->tm_mday = __hecaton_approximate(between(1, 31), "a date");
  date->tm_mon = __hecaton_approximate(between(0, 11), "a date");
  date->tm_year = __hecaton_approximate(__hecaton_any_int(), "a date");
  date->tm_wday = __hecaton_approximate(between(0, 6), "a date");
  date->tm_yday = __hecaton_approximate(between(0, 365), "a date");
  date->tm_isdst = __hecaton_approximate(between(-1, 1), "a date");
  date->tm_gmtoff = __hecaton_approximate((long)between(-86400, 86400), "a date");
  date->tm_zone = "UTC";
}
static struct tm unguarded_last_date;
struct tm *localtime_r(const time_t *time, struct tm *result) {
  __hecaton_readable(time, sizeof *time);
  if (__hecaton_any_bool()) return 0;
  some_date(result);
  return result;
}
struct tm *gmtime_r(const time_t *time, struct tm *result) { return localtime_r(time, result); }
struct tm *localtime(const time_t *time) { return localtime_r(time, &unguarded_last_date); }
struct tm *gmtime(const time_t *time) { return localtime_r(time, &unguarded_last_date); }
time_t mktime(struct tm *date) {
  __hecaton_readable(date, sizeof *date);
  some_date(date);
  return __hecaton_approximate(__hecaton_any_long());
}
time_t timegm(struct tm *date) { return mktime(date); }
static char unguarded_date_text[64];
static char *some_text_of_date(void) {
  for (int i = 0; i < 25; i++) {
    char c = __hecaton_any_char();
    __CPROVER_assume(c != 0);
    unguarded_date_text[i] = __hecaton_approximate(c, "the text of a date");
  }
  unguarded_date_text[25] = 0;
  return unguarded_date_text;
}
char *asctime(const struct tm *date) {
  __hecaton_readable(date, sizeof *date);
  return some_text_of_date();
}
char *ctime(const time_t *time) {
  __hecaton_readable(time, sizeof *time);
  return some_text_of_date();
}
size_t strftime(char *to, size_t room, const char *format, const struct tm *date) {
  __hecaton_read_string(format);
  __hecaton_readable(date, sizeof *date);
  size_t count = __hecaton_any_size();
  __CPROVER_assume(count == 0 || count < room);
  count = __hecaton_approximate(count);
  for (size_t i = 0; i < count; i++) to[i] = __hecaton_approximate(__hecaton_any_char());
  if (count > 0) to[count] = 0;
  return count;
}
size_t _strftime(char *to, size_t room, const char *format, const struct tm *date) {
  return strftime(to, room, format, date);
}
void tzset(void) {}

/* Files by descriptor. */
int open(const char *name, int flags, ...) {
  __hecaton_read_string(name);
  int fd = __hecaton_any_int();
  return fd >= 0 ? fd : failed();
}
int open64(const char *name, int flags, ...) { return open(name, flags); }
int creat(const char *name, unsigned mode) { return open(name, 0); }
int openat(int folder, const char *name, int flags, ...) { return open(name, flags); }
int close(int fd) { return zero_or_failed(); }
int fcntl(int fd, int command, ...) {
  int result = __hecaton_any_int();
  return fd >= 0 && result >= 0 ? result : failed();
}
int dup(int fd) {
  int result = __hecaton_any_int();
  return fd >= 0 && result >= 0 ? result : failed();
}
int dup2(int old, int new) { return __hecaton_any_bool() ? new : failed(); }
int pipe(int *ends) {
  if (__hecaton_any_bool()) return failed();
  ends[0] = between(0, 1 << 20);
  ends[1] = between(0, 1 << 20);
  __CPROVER_assume(ends[0] != ends[1]);
  return 0;
}
ssize_t read(int fd, void *to, size_t size) {
  if (__hecaton_any_bool()) return failed();
  size_t count = __hecaton_any_size();
  __CPROVER_assume(count <= size && count <= ~(size_t)0 >> 1);
  __hecaton_fill(to, count);
  return (ssize_t)count;
}
ssize_t pread(int fd, void *to, size_t size, long at) { return read(fd, to, size); }
ssize_t write(int fd, const void *from, size_t size) {
  if (__hecaton_any_bool()) return failed();
  __hecaton_readable(from, size);
  size_t count = __hecaton_any_size();
  __CPROVER_assume(count <= size && count <= ~(size_t)0 >> 1);
  return (ssize_t)count;
}
ssize_t pwrite(int fd, const void *from, size_t size, long at) { return write(fd, from, size); }
long lseek(int fd, long offset, int from) {
  long at = __hecaton_any_long();
  return at >= 0 ? at : failed();
}
ssize_t getrandom(void *to, size_t size, unsigned flags) { return read(0, to, size); }
int unlink(const char *name) {
  __hecaton_read_string(name);
  return zero_or_failed();
}
int rmdir(const char *name) {
  __hecaton_read_string(name);
  return zero_or_failed();
}
int mkdir(const char *name, unsigned mode) {
  __hecaton_read_string(name);
  return zero_or_failed();
}
int chdir(const char *name) {
  __hecaton_read_string(name);
  return zero_or_failed();
}
int access(const char *name, int mode) {
  __hecaton_read_string(name);
  return zero_or_failed();
}
int chmod(const char *name, unsigned mode) {
  __hecaton_read_string(name);
  return zero_or_failed();
}
int fsync(int fd) { return zero_or_failed(); }
int ftruncate(int fd, long size) { return zero_or_failed(); }
int isatty(int fd) {
  if (__hecaton_any_bool()) return 1;
  failed();
  return 0;
}
/* The record of `stat` as the header of glibc lays it out. */
static int some_status(void *result) {
  if (__hecaton_any_bool()) return failed();
  __hecaton_fill(result, sizeof(long) == 8 ? 144 : 88);
  return 0;
}
int stat(const char *name, void *result) {
  __hecaton_read_string(name);
  return some_status(result);
}
int lstat(const char *name, void *result) { return stat(name, result); }
int fstat(int fd, void *result) { return some_status(result); }
int __xstat(int version, const char *name, void *result) { return stat(name, result); }
int __lxstat(int version, const char *name, void *result) { return stat(name, result); }
int __fxstat(int version, int fd, void *result) { return some_status(result); }

/* Processes and users. */
int getpid(void) { return between(1, 0x7fffffff); }
int getppid(void) { return between(0, 0x7fffffff); }
unsigned getuid(void) { return __hecaton_any_uint(); }
unsigned geteuid(void) { return __hecaton_any_uint(); }
unsigned getgid(void) { return __hecaton_any_uint(); }
unsigned getegid(void) { return __hecaton_any_uint(); }
int setuid(unsigned id) { return zero_or_failed(); }
int setgid(unsigned id) { return zero_or_failed(); }
unsigned alarm(unsigned seconds) { return __hecaton_any_uint(); }
unsigned umask(unsigned mask) { return __hecaton_any_uint() & 0777; }
long sysconf(int name) {
  long value = __hecaton_any_long();
  __CPROVER_assume(value >= -1);
  return value;
}
int getpagesize(void) { return 4096; }
unsigned sleep(unsigned seconds) {
  unsigned left = __hecaton_any_uint();
  __CPROVER_assume(left <= seconds);
  return left;
}
int usleep(unsigned microseconds) { return zero_or_failed(); }
unsigned _sleep(unsigned seconds) { return sleep(seconds); }
int _usleep(unsigned microseconds) { return usleep(microseconds); }
int gethostname(char *to, size_t room) {
  if (__hecaton_any_bool()) return failed();
  __hecaton_fill(to, room);
  return 0;
}
char *getcwd(char *to, size_t room) {
  if (to == 0) __hecaton_unsupported("`getcwd` that allocates its result");
  if (room == 0 || __hecaton_any_bool()) {
    failed();
    return 0;
  }
  size_t length = __hecaton_any_size();
  __CPROVER_assume(length > 0 && length < room);
  __hecaton_fill(to, length);
  __CPROVER_assume(to[0] != 0);
  to[length] = 0;
  return to;
}

/* Locales: there is only the C locale. */
static char c_locale[] = "C";
char *setlocale(int category, const char *name) {
  if (name == 0) return c_locale;
  __hecaton_read_string(name);
  return name[0] == 'C' && name[1] == 0 || name[0] == 0 || __hecaton_any_bool() ? c_locale : 0;
}

/* Messages of programs. */
void openlog(const char *name, int option, int facility) {}
void closelog(void) {}

/* Random numbers. */
void srand(unsigned seed) {}
void srandom(unsigned seed) {}
void srand48(long seed) {}
int rand(void) { return between(0, 0x7fffffff); }
int rand_r(unsigned *seed) {
  *seed = __hecaton_any_uint();
  return between(0, 0x7fffffff);
}
long random(void) { return between(0, 0x7fffffff); }
long lrand48(void) { return between(0, 0x7fffffff); }
long mrand48(void) { return __hecaton_any_int(); }
double drand48(void) {
  double value = __hecaton_any_double();
  __CPROVER_assume(value >= 0 && value < 1);
  return value;
}
unsigned arc4random(void) { return __hecaton_any_uint(); }
unsigned arc4random_uniform(unsigned bound) {
  if (bound < 2) return 0;
  unsigned value = __hecaton_any_uint();
  __CPROVER_assume(value < bound);
  return value;
}
