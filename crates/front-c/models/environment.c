/* What the operating system tells: the environment, time, users, processes, files. */
typedef __typeof__(sizeof 0) size_t;
typedef __typeof__((char *)0 - (char *)0) ssize_t;

int *__hecaton_errno(void);
int __hecaton_failed(void);
int __hecaton_succeeded(void);
void __hecaton_read_string(const char *s);
int __hecaton_any_int(void);
unsigned __hecaton_any_uint(void);
_Bool __hecaton_any_bool(void);
char __hecaton_any_char(void);
long __hecaton_any_long(void);
size_t __hecaton_any_size(void);
double __hecaton_any_double(void);

static int zero_or_failed(void) { return __hecaton_any_bool() ? __hecaton_succeeded() : __hecaton_failed(); }
static int between(int low, int high) {
  int n = __hecaton_any_int();
  __CPROVER_assume(n >= low && n <= high);
  return n;
}

/* A variable of the environment is missing or has any text of less than 4096 characters, which the program must not
   write. What `putenv` is given belongs to the environment from then on. */
extern const char __hecaton_texts[16][4096];
static char names[16][64], *values[16], *given[16];
static int text_count, variable_count;

static char *some_text(void) {
  if (text_count == 16) __hecaton_unsupported("more than 16 texts in the environment");
  const char *text = __hecaton_texts[text_count++];
  __CPROVER_assume(text[4095] == 0);
  return (char *)text;
}
/* The number of the variable with a name, which ends with the text or at `=`. */
static int variable(const char *name) {
  for (int i = 0; i < variable_count; i++) {
    int n = 0;
    while (names[i][n] != 0 && names[i][n] == name[n]) n++;
    if (names[i][n] == 0 && (name[n] == 0 || name[n] == '=')) return i;
  }
  if (variable_count == 16) __hecaton_unsupported("more than 16 variables of the environment");
  int new = variable_count++, n = 0;
  for (; name[n] != 0 && name[n] != '='; n++) {
    if (n == 63) __hecaton_unsupported("a variable of the environment with a name of more than 63 characters");
    names[new][n] = name[n];
  }
  names[new][n] = 0;
  values[new] = __hecaton_any_bool() ? 0 : some_text();
  return new;
}
static _Bool is_name(const char *name) {
  int n = 0;
  while (name[n] != 0 && name[n] != '=') n++;
  return n > 0 && name[n] == 0;
}
char *getenv(const char *name) {
  __hecaton_assumed("variables of the environment are taken to be shorter than 4096 characters, and their texts to stay as they are");
  if (!is_name(name)) __hecaton_unsupported("a variable of the environment without a name, or with `=` in it");
  int found = variable(name);
  /* All texts are looked through. */
  for (int i = 0; i < variable_count; i++)
    if (given[i] != 0) __hecaton_readable(given[i], 1);
  char *text = given[found];
  if (text == 0) return values[found];
  int n = 0;
  while (names[found][n] != 0 && text[n] == names[found][n]) n++;
  if (names[found][n] != 0 || text[n] != '=')
    __hecaton_unsupported("a text that was given to `putenv` and has another name since");
  return text + n + 1;
}
char *secure_getenv(const char *name) {
  char *value = getenv(name);
  return __hecaton_any_bool() ? 0 : value;
}
int setenv(const char *name, const char *value, int overwrite) {
  __hecaton_read_string(value);
  if (!is_name(name) || __hecaton_any_bool()) return __hecaton_failed();
  int found = variable(name);
  if (overwrite || values[found] == 0 && given[found] == 0) {
    char *text = some_text();
    int n = 0;
    for (; value[n] != 0; n++) {
      if (n == 4095) __hecaton_unsupported("a variable of the environment of more than 4095 characters");
      __CPROVER_assume(text[n] == value[n]);
    }
    __CPROVER_assume(text[n] == 0);
    values[found] = text;
    given[found] = 0;
  }
  return __hecaton_succeeded();
}
int unsetenv(const char *name) {
  if (!is_name(name) || __hecaton_any_bool()) return __hecaton_failed();
  int found = variable(name);
  values[found] = given[found] = 0;
  return __hecaton_succeeded();
}
int putenv(char *text) {
  __hecaton_read_string(text);
  /* Any number that is not zero for a failure. */
  int result = __hecaton_any_int(), n = 0;
  if (result != 0) {
    __hecaton_failed();
    return result;
  }
  while (text[n] != 0 && text[n] != '=') n++;
  if (n == 0) __hecaton_unsupported("`putenv` without a name");
  int found = variable(text);
  /* Without a value the variable goes away. */
  values[found] = 0;
  given[found] = text[n] == '=' ? text : 0;
  return 0;
}
int system(const char *command) {
  if (command != 0) __hecaton_read_string(command);
  return __hecaton_any_int();
}

/* Time. */
typedef long time_t;
struct timeval { long tv_sec, tv_usec; };
struct timespec { long tv_sec, tv_nsec; };

time_t time(time_t *result) {
  time_t now = __hecaton_any_long();
  if (result != 0) *result = now;
  return now;
}
long clock(void) { return __hecaton_any_long(); }
int gettimeofday(struct timeval *result, void *zone) {
  result->tv_sec = __hecaton_any_long();
  result->tv_usec = __hecaton_any_long();
  __CPROVER_assume(result->tv_usec >= 0 && result->tv_usec < 1000000);
  return 0;
}
int clock_gettime(int which, struct timespec *result) {
  if (__hecaton_any_bool()) return __hecaton_failed();
  result->tv_sec = __hecaton_any_long();
  result->tv_nsec = __hecaton_any_long();
  __CPROVER_assume(result->tv_nsec >= 0 && result->tv_nsec < 1000000000);
  /* Only the clock of the real time can be set back. */
  if (which != 0) {
    static struct timespec unguarded_last[16];
    int clock = which > 0 && which < 16 ? which : 15;
    if (clock == which) {
      struct timespec *last = &unguarded_last[clock];
      __CPROVER_assume(result->tv_sec > last->tv_sec || result->tv_sec == last->tv_sec && result->tv_nsec >= last->tv_nsec);
      *last = *result;
    } else {
      result->tv_sec = __hecaton_approximate(result->tv_sec, "a clock that may not go back");
    }
  }
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
  long most = asked->tv_sec, most_nanoseconds = asked->tv_nsec;
  if (most < 0 || most_nanoseconds < 0 || most_nanoseconds >= 1000000000) return __hecaton_failed();
  if (__hecaton_any_bool()) return __hecaton_succeeded();
  if (left != 0 && __hecaton_any_bool()) {
    long seconds = __hecaton_any_long(), nanoseconds = __hecaton_any_long();
    __CPROVER_assume(seconds >= 0 && nanoseconds >= 0 && nanoseconds < 1000000000);
    __CPROVER_assume(seconds < most || seconds == most && nanoseconds <= most_nanoseconds);
    left->tv_sec = seconds;
    left->tv_nsec = nanoseconds;
  }
  return __hecaton_failed();
}
/* Files by descriptor. */
int __hecaton_descriptor(void);
void __hecaton_closed(int fd);
void __hecaton_opened(int fd);
static int descriptor_or_failed(void) {
  return __hecaton_any_bool() ? __hecaton_descriptor() + __hecaton_succeeded() : __hecaton_failed();
}
int open(const char *name, int flags, ...) {
  __hecaton_read_string(name);
  /* The mode must be there for a file that may be made (`O_CREAT`, `__O_TMPFILE`). */
  if (flags & (0100 | 020000000)) {
    __builtin_va_list mode;
    __builtin_va_start(mode, flags);
    __builtin_va_arg(mode, unsigned);
    __builtin_va_end(mode);
  }
  return descriptor_or_failed();
}
static int opened(const char *name) {
  __hecaton_read_string(name);
  return descriptor_or_failed();
}
int open64(const char *name, int flags, ...) { return opened(name); }
int creat(const char *name, unsigned mode) { return opened(name); }
int openat(int folder, const char *name, int flags, ...) { return opened(name); }
int close(int fd) {
  __hecaton_closed(fd);
  return zero_or_failed();
}
int fcntl(int fd, int command, ...) {
  int result = __hecaton_any_int();
  return fd >= 0 && result >= 0 ? result + __hecaton_succeeded() : __hecaton_failed();
}
int dup(int fd) { return fd >= 0 ? descriptor_or_failed() : __hecaton_failed(); }
int dup2(int old, int new) {
  if (old < 0 || new < 0 || __hecaton_any_bool()) return __hecaton_failed();
  __hecaton_opened(new);
  return new + __hecaton_succeeded();
}
int pipe(int *ends) {
  if (__hecaton_any_bool()) return __hecaton_failed();
  ends[0] = __hecaton_descriptor();
  ends[1] = __hecaton_descriptor();
  return 0;
}
ssize_t read(int fd, void *to, size_t size) {
  if (__hecaton_any_bool()) return __hecaton_failed();
  size_t count = __hecaton_any_size();
  __CPROVER_assume(count <= size && count <= ~(size_t)0 >> 1);
  __hecaton_fill(to, count);
  __hecaton_succeeded();
  return (ssize_t)count;
}
ssize_t pread(int fd, void *to, size_t size, long at) { return read(fd, to, size); }
ssize_t write(int fd, const void *from, size_t size) {
  if (__hecaton_any_bool()) return __hecaton_failed();
  if (size != 0) __hecaton_readable(from, size);
  size_t count = __hecaton_any_size();
  __CPROVER_assume(count <= size && count <= ~(size_t)0 >> 1);
  __hecaton_succeeded();
  return (ssize_t)count;
}
ssize_t pwrite(int fd, const void *from, size_t size, long at) { return write(fd, from, size); }
/* From the start of the file the place is what was asked for, but for devices that have no places. */
long lseek(int fd, long offset, int from) {
  long at = __hecaton_any_long();
  if (at < 0 || fd < 0 || from == 0 && offset < 0) return __hecaton_failed();
  __hecaton_succeeded();
  if (from != 0) return at;
  return __hecaton_any_bool() ? offset : __hecaton_approximate(at, "a place in something that has no places");
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
  __hecaton_failed();
  return 0;
}
/* The record of `stat` as the header of glibc lays it out. */
static int some_status(void *result) {
  if (__hecaton_any_bool()) return __hecaton_failed();
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
/* What stays the same as long as the program does not change it. */
static int process;
int getpid(void) {
  __VERIFIER_atomic_begin();
  if (process == 0) process = between(1, 0x7fffffff);
  int number = process;
  __VERIFIER_atomic_end();
  return number;
}
int getppid(void) { return between(0, 0x7fffffff); }
struct identity { _Bool known; unsigned number; };
static struct identity user, effective_user, group, effective_group;
static unsigned identity_of(struct identity *of) {
  __VERIFIER_atomic_begin();
  if (!of->known) {
    of->number = __hecaton_any_uint();
    of->known = 1;
  }
  unsigned number = of->number;
  __VERIFIER_atomic_end();
  return number;
}
unsigned getuid(void) { return identity_of(&user); }
unsigned geteuid(void) { return identity_of(&effective_user); }
unsigned getgid(void) { return identity_of(&group); }
unsigned getegid(void) { return identity_of(&effective_group); }
/* Whether the real identity changes with the effective one depends on privileges. */
int setuid(unsigned id) {
  if (__hecaton_any_bool()) return __hecaton_failed();
  effective_user.known = 1;
  effective_user.number = id;
  if (__hecaton_any_bool()) user = effective_user;
  return __hecaton_succeeded();
}
int setgid(unsigned id) {
  if (__hecaton_any_bool()) return __hecaton_failed();
  effective_group.known = 1;
  effective_group.number = id;
  if (__hecaton_any_bool()) group = effective_group;
  return __hecaton_succeeded();
}
unsigned alarm(unsigned seconds) { return __hecaton_any_uint(); }
unsigned umask(unsigned mask) { return __hecaton_any_uint() & 0777; }
int getpagesize(void) {
  __hecaton_assumed("pages are taken to have 4096 bytes");
  return 4096;
}
/* What it says stays the same (POSIX), which is not modelled but for the size of a page. */
long sysconf(int name) {
  enum { PAGE = 30 };
  if (name == PAGE) return getpagesize();
  long value = __hecaton_any_long();
  __CPROVER_assume(value >= -1);
  return __hecaton_approximate(value, "what `sysconf` says");
}
unsigned sleep(unsigned seconds) {
  unsigned left = __hecaton_any_uint();
  __CPROVER_assume(left <= seconds);
  return left;
}
int usleep(unsigned microseconds) { return zero_or_failed(); }
unsigned _sleep(unsigned seconds) { return sleep(seconds); }
int _usleep(unsigned microseconds) { return usleep(microseconds); }
int gethostname(char *to, size_t room) {
  if (__hecaton_any_bool()) return __hecaton_failed();
  __hecaton_fill(to, room);
  return 0;
}
char *getcwd(char *to, size_t room) {
  if (to == 0) __hecaton_unsupported("`getcwd` that allocates its result");
  if (room == 0 || __hecaton_any_bool()) {
    __hecaton_failed();
    return 0;
  }
  size_t length = __hecaton_any_size();
  __CPROVER_assume(length > 0 && length < room);
  __hecaton_fill(to, length);
  __CPROVER_assume(to[0] != 0);
  to[length] = 0;
  return to;
}

/* Messages of programs. */
void openlog(const char *name, int option, int facility) {}
void closelog(void) {}

/* Random numbers. A sequence that was begun with a seed comes again with the same seed: of what follows when numbers
   have been drawn before, no more is known than its range. */
static _Bool drawn, begun_anew;
static void seed_numbers(void) {
  if (drawn) begun_anew = 1;
}
static int next_number(int any) {
  drawn = 1;
  return begun_anew ? __hecaton_approximate(any, "a random number of a sequence that may have come before") : any;
}
void srand(unsigned seed) { seed_numbers(); }
void srandom(unsigned seed) { seed_numbers(); }
void srand48(long seed) { seed_numbers(); }
int rand(void) { return next_number(between(0, 0x7fffffff)); }
int rand_r(unsigned *seed) {
  /* The next number and the next seed are functions of the seed: no more is known of them when that has been seen. */
  static unsigned last;
  static _Bool again;
  _Bool same = again && *seed == last;
  if (!again) last = *seed;
  again = 1;
  int number = between(0, 0x7fffffff);
  *seed = __hecaton_any_uint();
  return same ? __hecaton_approximate(number, "a random number of a sequence that has come before") : number;
}
long random(void) { return next_number(between(0, 0x7fffffff)); }
long lrand48(void) { return next_number(between(0, 0x7fffffff)); }
long mrand48(void) { return next_number(__hecaton_any_int()); }
double drand48(void) {
  double value = __hecaton_any_double();
  __CPROVER_assume(value >= 0 && value < 1);
  drawn = 1;
  return begun_anew ? __hecaton_approximate(value, "a random number of a sequence that may have come before") : value;
}
unsigned arc4random(void) { return __hecaton_any_uint(); }
unsigned arc4random_uniform(unsigned bound) {
  if (bound < 2) return 0;
  unsigned value = __hecaton_any_uint();
  __CPROVER_assume(value < bound);
  return value;
}
