/* Input and output. What is written cannot be seen by the program; what is read is arbitrary. A stream is an object of
   which little more than its identity matters, and every operation on it can fail. */
typedef __typeof__(sizeof 0) size_t;
typedef __typeof__((char *)0 - (char *)0) ssize_t;
/* As large and as aligned as that of any library, for programs that look into it. At its end a stream stays until that is
   cleared, and a character that was pushed back comes next. The descriptor is kept, with one added. A buffer that the
   program gives belongs to the library as long as the stream is open. */
typedef struct _IO_FILE {
  _Alignas(16) int open;
  int ended, erroneous, pushed, descriptor;
  /* Opened for reading and writing, and what was done last; opened for writing alone. */
  int update, last, write_only;
  char *buffer;
  size_t room;
  char rest[208];
} FILE;
enum { NOTHING, READING, WRITING };

void *malloc(size_t size);
void *realloc(void *old, size_t size);
void free(void *object);
void *memcpy(void *to, const void *from, size_t n);
int *__hecaton_errno(void);
int __hecaton_failed(void);
int __hecaton_succeeded(void);
int __hecaton_any_int(void);
_Bool __hecaton_any_bool(void);
char __hecaton_any_char(void);
long __hecaton_any_long(void);
size_t __hecaton_any_size(void);

int __hecaton_descriptor(void);
void __hecaton_closed(int fd);
int atexit(void (*function)(void));

enum { FILES = 128 };
static FILE standard[3] = {{1}, {1}, {1}}, files[FILES];
static int files_used;
FILE *stdin = &standard[0], *stdout = &standard[1], *stderr = &standard[2];

static int zero_or_failed(void) { return __hecaton_any_bool() ? __hecaton_succeeded() : __hecaton_failed(); }
/* Where C says no more of a failure than that it is not zero. */
static int zero_or_not(void) {
  int result = __hecaton_any_int();
  if (result == 0) return __hecaton_succeeded();
  __hecaton_failed();
  return result;
}

/* Every use of a stream: it is open, and what is in its buffer is anything (7.21.3p4, 7.21.5.6p2). */
static void use(FILE *file) {
  __hecaton_valid(file->open != 0, "a stream is not used after it was closed");
  if (file->buffer != 0) __hecaton_fill(file->buffer, file->room);
}
/* Between writing and reading a stream there is `fflush` or a change of place, between reading and writing a change of
   place or the end of the file (7.21.5.3p7). */
static void reads(FILE *file) {
  use(file);
  if (file->update) {
    __CPROVER_assert(file->last != WRITING, "a stream is flushed or placed between writing and reading");
    file->last = READING;
  }
}
static void writes(FILE *file) {
  use(file);
  if (file->update) {
    __CPROVER_assert(file->last != READING || file->ended, "a stream is placed between reading and writing");
    file->last = WRITING;
  }
}
/* What a use of a stream leaves behind that may have failed, in one step, so that there are no paths for it. */
static void may_fail(FILE *file, _Bool failed) {
  int now = *__hecaton_errno(), error = __hecaton_any_int();
  __CPROVER_assume(error > 0 || error == now && !failed);
  *__hecaton_errno() = error;
  file->erroneous |= failed;
}

/* Reads a text, to see that it is one. */
void __hecaton_read_string(const char *s) {
  size_t n = 0;
  while (s[n] != 0) n++;
}
/* The same, but not beyond a number of characters. */
void __hecaton_read_string_up_to(const char *s, int most) {
  int n = 0;
  while ((most < 0 || n < most) && s[n] != 0) n++;
}

static void open_file(FILE *file, const char *mode) {
  file->open = 1;
  file->ended = file->erroneous = file->pushed = file->descriptor = file->update = file->last = 0;
  file->buffer = 0;
  for (int i = 0; mode[i] != 0; i++)
    if (mode[i] == '+') file->update = 1;
  file->write_only = mode[0] != 'r' && !file->update;
}
/* The next stream lies apart from those before, so that a use of one that was closed is seen; when all memory was used
   once, in any that is free, which is apart from any given one that was closed. */
static FILE *some_file(const char *mode) {
  int at = files_used;
  if (at < FILES) {
    files_used++;
  } else {
    int closed = 0;
    for (int i = 0; i < FILES; i++) closed += !files[i].open;
    if (closed < 2) __hecaton_unsupported("more than 126 open files");
    at = __hecaton_any_int();
    __CPROVER_assume(at >= 0 && at < FILES && !files[at].open);
  }
  if (__hecaton_any_bool()) {
    __hecaton_read_string(mode);
    __hecaton_failed();
    return 0;
  }
  open_file(&files[at], mode);
  __hecaton_succeeded();
  return &files[at];
}
/* An argument of a function that is checked on its own. */
FILE *__hecaton_any_stream(void) {
  __hecaton_assumed("a `FILE *` in arguments is null or an open stream of its own");
  return some_file("r+");
}
FILE *fopen(const char *name, const char *mode) {
  __hecaton_read_string(name);
  return some_file(mode);
}
FILE *fopen64(const char *name, const char *mode) { return fopen(name, mode); }
FILE *fdopen(int fd, const char *mode) { return some_file(mode); }
FILE *freopen(const char *name, const char *mode, FILE *file) {
  if (name != 0) __hecaton_read_string(name);
  __hecaton_read_string(mode);
  use(file);
  /* The old file is closed in any case. */
  if (file->descriptor != 0) __hecaton_closed(file->descriptor - 1);
  if (__hecaton_any_bool()) {
    __hecaton_assumed("`printf` is taken not to be called after `freopen` could not open `stdout` again");
    file->open = 0;
    __hecaton_failed();
    return 0;
  }
  open_file(file, mode);
  __hecaton_succeeded();
  return file;
}
FILE *tmpfile(void) { return some_file("wb+"); }
FILE *popen(const char *command, const char *mode) {
  __hecaton_read_string(command);
  return some_file(mode);
}
static void close_file(FILE *file) {
  use(file);
  if (file == stdout) __hecaton_unsupported("closing `stdout`");
  if (file->descriptor != 0) __hecaton_closed(file->descriptor - 1);
  file->open = 0;
}
int fclose(FILE *file) {
  close_file(file);
  return zero_or_failed();
}
int pclose(FILE *file) {
  close_file(file);
  return __hecaton_any_int();
}

/* The descriptor of a stream is not negative, and stays the same; a stream may have none. */
int fileno(FILE *file) {
  use(file);
  if (file == stdin && file->descriptor == 0) return 0;
  if (file == stdout && file->descriptor == 0) return 1;
  if (file == stderr && file->descriptor == 0) return 2;
  if (file->descriptor == 0) {
    int fd = __hecaton_descriptor();
    __CPROVER_assume(fd < 0x7fffffff);
    file->descriptor = fd + 1;
  }
  return file->descriptor - 1;
}

/* `scanf` has read as much as it could: which characters can come next for sure. */
static int left_by_scan;
enum { ANY, SPACE, NONE };
static char after_scan_of(char c, int left) {
  if (left == ANY || left == SPACE && (c == ' ' || c >= '\t' && c <= '\r')) return c;
  return __hecaton_approximate(c, "the character after what `scanf` has read");
}
int fgetc(FILE *file) {
  reads(file);
  if (file->pushed != 0) {
    int back = file->pushed - 1;
    file->pushed = 0;
    return back;
  }
  if (file->ended) return -1;
  int c = __hecaton_any_int();
  __CPROVER_assume(c >= -1 && c <= 255);
  if (left_by_scan && c != -1) c = (unsigned char)after_scan_of((char)c, left_by_scan);
  left_by_scan = ANY;
  if (c == -1) {
    if (__hecaton_any_bool()) {
      file->ended = 1;
    } else {
      file->erroneous = 1;
      __hecaton_failed();
    }
  }
  return c;
}
int getc(FILE *file) { return fgetc(file); }
int _IO_getc(FILE *file) { return fgetc(file); }
int getc_unlocked(FILE *file) { return fgetc(file); }
int fgetc_unlocked(FILE *file) { return fgetc(file); }
int getw(FILE *file) {
  reads(file);
  return __hecaton_any_int();
}
int getchar(void) { return fgetc(stdin); }
int getchar_unlocked(void) { return fgetc(stdin); }
/* Only one character can be pushed back for sure. */
int ungetc(int c, FILE *file) {
  use(file);
  if (c == -1) return -1;
  if (file->pushed != 0) {
    if (__hecaton_any_bool()) return -1;
    __hecaton_unsupported("more than one character that is pushed back into a stream");
  }
  if ((file->write_only || file == &standard[1] || file == &standard[2]) && __hecaton_any_bool()) return -1;
  file->pushed = (unsigned char)c + 1;
  file->ended = 0;
  return (unsigned char)c;
}

/* A line of at most `size - 1` characters with its end, or what there is before the end of the file. */
char *fgets(char *to, int size, FILE *file) {
  int n = 0;
  while (n < size - 1) {
    int c = fgetc(file);
    if (c == -1) {
      /* An error loses what was read, the end of the file does not. */
      if (n == 0 || !file->ended) return 0;
      break;
    }
    to[n++] = (char)c;
    if (c == '\n') break;
  }
  if (size > 0) to[n] = 0;
  return to;
}
char *__fgets_chk(char *to, size_t room, int size, FILE *file) { return fgets(to, size, file); }
char *fgets_unlocked(char *to, int size, FILE *file) { return fgets(to, size, file); }
/* There is no end to what `gets` writes. */
char *gets(char *to) {
  size_t n = 0;
  for (;;) {
    int c = fgetc(stdin);
    if (c == -1 && n == 0) return 0;
    if (c == -1 || c == '\n') break;
    to[n++] = (char)c;
  }
  to[n] = 0;
  return to;
}
ssize_t getdelim(char **line, size_t *room, int stop, FILE *file) {
  size_t n = 0;
  __hecaton_assumed("`getline` is taken to begin with 120 characters, and to double them");
  if (*line == 0 || *room == 0) {
    char *new = realloc(*line, 120);
    if (new == 0) return -1;
    *line = new;
    *room = 120;
  }
  for (;;) {
    int c = fgetc(file);
    if (c == -1) {
      if (n == 0) return -1;
      break;
    }
    if (n + 2 > *room) {
      char *new = realloc(*line, *room * 2);
      if (new == 0) return -1;
      *line = new;
      *room *= 2;
    }
    (*line)[n++] = (char)c;
    if (c == stop) break;
  }
  (*line)[n] = 0;
  return (ssize_t)n;
}
ssize_t getline(char **line, size_t *room, FILE *file) { return getdelim(line, room, '\n', file); }
ssize_t __getdelim(char **line, size_t *room, int stop, FILE *file) { return getdelim(line, room, stop, file); }

/* Arbitrary bytes for some of the elements. */
size_t fread(void *to, size_t size, size_t count, FILE *file) {
  reads(file);
  if (size == 0 || count == 0) return 0;
  size_t bytes;
  if (__builtin_mul_overflow(size, count, &bytes)) __hecaton_unsupported("reading more than there are addresses");
  size_t read = __hecaton_any_size();
  __CPROVER_assume(read <= count);
  /* Of the first element that is missing a part may have been written. */
  size_t partial = __hecaton_any_size();
  __CPROVER_assume(read == count ? partial == 0 : partial < size);
  __hecaton_fill(to, read * size + partial);
  if (read * size + partial > 0) {
    *(char *)to = after_scan_of(*(char *)to, left_by_scan);
    left_by_scan = ANY;
  }
  file->pushed = 0;
  if (read < count) {
    _Bool ended = __hecaton_any_bool();
    if (ended) file->ended = 1;
    if (!ended || __hecaton_any_bool()) {
      file->erroneous = 1;
      __hecaton_failed();
    }
  } else {
    __hecaton_succeeded();
  }
  return read;
}
size_t __fread_chk(void *to, size_t room, size_t size, size_t count, FILE *file) {
  return fread(to, size, count, file);
}
size_t fread_unlocked(void *to, size_t size, size_t count, FILE *file) { return fread(to, size, count, file); }
size_t fwrite(const void *from, size_t size, size_t count, FILE *file) {
  writes(file);
  if (size == 0 || count == 0) return 0;
  size_t bytes;
  if (__builtin_mul_overflow(size, count, &bytes)) __hecaton_unsupported("writing more than there are addresses");
  __hecaton_readable(from, bytes);
  size_t written = __hecaton_any_size();
  __CPROVER_assume(written <= count);
  if (written < count) {
    file->erroneous = 1;
    __hecaton_failed();
  } else {
    __hecaton_succeeded();
  }
  return written;
}
size_t fwrite_unlocked(const void *from, size_t size, size_t count, FILE *file) {
  return fwrite(from, size, count, file);
}

static int character_or_failed(int c, FILE *file) {
  writes(file);
  if (__hecaton_any_bool()) {
    __hecaton_succeeded();
    return (unsigned char)c;
  }
  file->erroneous = 1;
  return __hecaton_failed();
}
int fputc(int c, FILE *file) { return character_or_failed(c, file); }
int putc(int c, FILE *file) { return character_or_failed(c, file); }
int _IO_putc(int c, FILE *file) { return character_or_failed(c, file); }
int putc_unlocked(int c, FILE *file) { return character_or_failed(c, file); }
int fputc_unlocked(int c, FILE *file) { return character_or_failed(c, file); }
int putchar(int c) { return character_or_failed(c, stdout); }
int putchar_unlocked(int c) { return character_or_failed(c, stdout); }
int putw(int word, FILE *file) {
  writes(file);
  return zero_or_failed();
}

/* Any number that is not negative, or a failure. */
static int some_count(FILE *file) {
  writes(file);
  int count = __hecaton_any_int();
  if (count >= 0) {
    __hecaton_succeeded();
    return count;
  }
  file->erroneous = 1;
  return __hecaton_failed();
}
int puts(const char *s) {
  __hecaton_read_string(s);
  return some_count(stdout);
}
int fputs(const char *s, FILE *file) {
  __hecaton_read_string(s);
  return some_count(file);
}
int fputs_unlocked(const char *s, FILE *file) { return fputs(s, file); }
void perror(const char *s) {
  if (s != 0) __hecaton_read_string(s);
}

/* What `printf` writes: a number of characters between two bounds, or a failure. */
int __hecaton_printed(FILE *file, int least, int most) {
  int count = __hecaton_any_int();
  writes(file);
  may_fail(file, count < 0);
  if (count < 0 || least == most) return count < 0 ? count : least;
  __CPROVER_assume(count >= least && count <= most);
  return __hecaton_approximate(count, "how many characters are written");
}
int __hecaton_printed_out(int least, int most) { return __hecaton_printed(stdout, least, most); }

/* What `scanf` reads is not seen here: an error, or the end, may have come from there. */
static int yes(void) {
  int any = __hecaton_any_int();
  return any != 0 ? any : 1;
}
static _Bool scanned;
static int left_before;
void __hecaton_scanned(FILE *file) {
  reads(file);
  may_fail(file, 0);
  scanned = 1;
  left_before = left_by_scan;
}
/* What a conversion could not take is left. */
void __hecaton_scanned_up_to(int left) { left_by_scan = left; }
/* White space in a format passes over what there is of it. */
void __hecaton_scanned_space(const char *c) { __CPROVER_assume(*c != ' ' && !(*c >= '\t' && *c <= '\r')); }
void __hecaton_scanned_in(void) { __hecaton_scanned(stdin); }
int feof(FILE *file) {
  use(file);
  return file->ended || scanned && __hecaton_any_bool() ? yes() : 0;
}
int ferror(FILE *file) {
  use(file);
  return file->erroneous || __hecaton_any_bool() ? yes() : 0;
}
int feof_unlocked(FILE *file) { return feof(file); }
int ferror_unlocked(FILE *file) { return ferror(file); }
void clearerr(FILE *file) {
  use(file);
  file->ended = file->erroneous = 0;
}
int fflush(FILE *file) {
  if (file != 0) {
    use(file);
    if (file->last == WRITING) file->last = NOTHING;
  } else {
    for (int i = 0; i < files_used; i++)
      if (files[i].open && files[i].last == WRITING) files[i].last = NOTHING;
  }
  return zero_or_failed();
}
int fflush_unlocked(FILE *file) { return fflush(file); }
/* A place in the file: what was pushed back is forgotten, and so is the end. */
int fseek(FILE *file, long offset, int from) {
  use(file);
  file->last = NOTHING;
  int result = zero_or_not();
  if (result == 0) file->ended = file->pushed = left_by_scan = 0;
  return result;
}
int fseeko(FILE *file, long offset, int from) { return fseek(file, offset, from); }
long ftell(FILE *file) {
  use(file);
  long at = __hecaton_any_long();
  return at >= 0 ? __hecaton_approximate(at, "the place in a file") + __hecaton_succeeded() : __hecaton_failed();
}
long ftello(FILE *file) { return ftell(file); }
void rewind(FILE *file) {
  use(file);
  file->ended = file->erroneous = file->pushed = left_by_scan = 0;
  file->last = NOTHING;
}
/* What is in the buffers is written at the end of the program. */
static void flush_buffers(void) {
  for (int i = 0; i < 3; i++)
    if (standard[i].open) use(&standard[i]);
  for (int i = 0; i < files_used; i++)
    if (files[i].open) use(&files[i]);
}
int setvbuf(FILE *file, char *buffer, int mode, size_t size) {
  __hecaton_assumed("`setvbuf` and `setbuf` are taken to be called before any other operation on their streams");
  use(file);
  int result = zero_or_not();
  if (result == 0 && buffer != 0) {
    static _Bool registered;
    if (!registered) {
      registered = 1;
      atexit(flush_buffers);
    }
    file->buffer = buffer;
    file->room = size;
    use(file);
  }
  return result;
}
/* As large as `BUFSIZ` of glibc. */
void setbuf(FILE *file, char *buffer) { setvbuf(file, buffer, 0, 8192); }
void setbuffer(FILE *file, char *buffer, size_t size) { setvbuf(file, buffer, 0, size); }
void setlinebuf(FILE *file) { use(file); }
void flockfile(FILE *file) { use(file); }
void funlockfile(FILE *file) { use(file); }
int fpurge(FILE *file) {
  use(file);
  return zero_or_failed();
}
int remove(const char *name) {
  __hecaton_read_string(name);
  return zero_or_not();
}
int rename(const char *old, const char *new) {
  __hecaton_read_string(old);
  __hecaton_read_string(new);
  return zero_or_not();
}

/* Where a text that is read begins: with any character (0), with what the call before (1) or a conversion (2, and 3 for a
   set) has left. */
static char first_of(char c, int start) {
  return after_scan_of(c, start == 0 ? ANY : start == 1 ? left_before : start == 2 ? SPACE : NONE);
}
void __hecaton_scanned_first(char *c, int start) { *c = first_of(*c, start); }
/* A word of the input, as `%s` reads it: no spaces, and no more than `most` characters if that is not zero. */
void __hecaton_scan_word(char *to, size_t most, int start) {
  size_t n = 0;
  do {
    char c = __hecaton_any_char();
    __CPROVER_assume(c != ' ' && (c < '\t' || c > '\r'));
    to[n] = n == 0 ? first_of(c, start) : c;
    n++;
  } while ((most == 0 || n < most) && __hecaton_any_bool());
  to[n] = 0;
}
/* The same for `%[`: characters of a set, which is given as bits. */
void __hecaton_scan_set(char *to, size_t most, int start, unsigned long long a, unsigned long long b,
                        unsigned long long c, unsigned long long d) {
  size_t n = 0;
  do {
    unsigned char any = (unsigned char)__hecaton_any_char();
    unsigned long long part = any < 64 ? a : any < 128 ? b : any < 192 ? c : d;
    __CPROVER_assume(part >> (any & 63) & 1);
    to[n] = n == 0 ? first_of((char)any, start) : (char)any;
    n++;
  } while ((most == 0 || n < most) && __hecaton_any_bool());
  to[n] = 0;
}
