/* Input and output. What is written cannot be seen by the program; what is read is arbitrary. A stream is an object of
   which nothing but its identity matters, and every operation on it can fail. */
typedef __typeof__(sizeof 0) size_t;
typedef __typeof__((char *)0 - (char *)0) ssize_t;
/* As large as that of any library, for programs that look into it. */
typedef struct _IO_FILE { int open; char rest[252]; } FILE;

void *malloc(size_t size);
void *realloc(void *old, size_t size);
void free(void *object);
void *memcpy(void *to, const void *from, size_t n);
int *__errno_location(void);
int __hecaton_any_int(void);
_Bool __hecaton_any_bool(void);
char __hecaton_any_char(void);
long __hecaton_any_long(void);
size_t __hecaton_any_size(void);

static FILE standard[3] = {{1}, {1}, {1}}, files[16];
FILE *stdin = &standard[0], *stdout = &standard[1], *stderr = &standard[2];

/* Failure of an operation on a file, with any number of an error. */
static int failed(void) {
  int error = __hecaton_any_int();
  __CPROVER_assume(error > 0 && error < 200);
  *__errno_location() = error;
  return -1;
}
static int zero_or_failed(void) { return __hecaton_any_bool() ? 0 : failed(); }

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

static FILE *some_file(void) {
  if (__hecaton_any_bool()) {
    failed();
    return 0;
  }
  for (int i = 0; i < 16; i++)
    if (files[i].open == 0) {
      files[i].open = 1;
      return &files[i];
    }
  __hecaton_unsupported("more than 16 open files");
  return 0;
}
FILE *fopen(const char *name, const char *mode) {
  __hecaton_read_string(name);
  __hecaton_read_string(mode);
  return some_file();
}
FILE *fopen64(const char *name, const char *mode) { return fopen(name, mode); }
FILE *fdopen(int fd, const char *mode) {
  __hecaton_read_string(mode);
  return some_file();
}
FILE *freopen(const char *name, const char *mode, FILE *file) { return __hecaton_any_bool() ? file : 0; }
FILE *tmpfile(void) { return some_file(); }
FILE *popen(const char *command, const char *mode) {
  __hecaton_read_string(command);
  return some_file();
}
int fclose(FILE *file) {
  file->open = 0;
  return zero_or_failed();
}
int pclose(FILE *file) {
  file->open = 0;
  return __hecaton_any_int();
}

/* The descriptor of a stream is not negative. */
int fileno(FILE *file) {
  if (file == stdin) return 0;
  if (file == stdout) return 1;
  if (file == stderr) return 2;
  int fd = __hecaton_any_int();
  __CPROVER_assume(fd >= 0);
  return fd;
}

int fgetc(FILE *file) {
  int c = __hecaton_any_int();
  __CPROVER_assume(c >= -1 && c <= 255);
  return c;
}
int getc(FILE *file) { return fgetc(file); }
int _IO_getc(FILE *file) { return fgetc(file); }
int getc_unlocked(FILE *file) { return fgetc(file); }
int fgetc_unlocked(FILE *file) { return fgetc(file); }
int getw(FILE *file) { return __hecaton_any_int(); }
int ungetc(int c, FILE *file) { return c == -1 || __hecaton_any_bool() ? -1 : (unsigned char)c; }

/* A line of at most `size - 1` characters with its end, or what there is before the end of the file. */
char *fgets(char *to, int size, FILE *file) {
  int n = 0;
  while (n < size - 1) {
    int c = fgetc(file);
    if (c == -1) {
      if (n == 0 || __hecaton_any_bool()) return 0;
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
    int c = fgetc(0);
    if (c == -1 && n == 0) return 0;
    if (c == -1 || c == '\n') break;
    to[n++] = (char)c;
  }
  to[n] = 0;
  return to;
}
ssize_t getdelim(char **line, size_t *room, int stop, FILE *file) {
  size_t n = 0;
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
  if (size == 0 || count == 0) return 0;
  size_t bytes;
  if (__builtin_mul_overflow(size, count, &bytes)) __hecaton_unsupported("reading more than there are addresses");
  size_t read = __hecaton_any_size();
  __CPROVER_assume(read <= count);
  __hecaton_fill(to, read * size);
  return read;
}
size_t __fread_chk(void *to, size_t room, size_t size, size_t count, FILE *file) {
  return fread(to, size, count, file);
}
size_t fread_unlocked(void *to, size_t size, size_t count, FILE *file) { return fread(to, size, count, file); }
size_t fwrite(const void *from, size_t size, size_t count, FILE *file) {
  if (size == 0 || count == 0) return 0;
  size_t bytes;
  if (__builtin_mul_overflow(size, count, &bytes)) __hecaton_unsupported("writing more than there are addresses");
  __hecaton_readable(from, bytes);
  size_t written = __hecaton_any_size();
  __CPROVER_assume(written <= count);
  return written;
}
size_t fwrite_unlocked(const void *from, size_t size, size_t count, FILE *file) {
  return fwrite(from, size, count, file);
}

static int character_or_failed(int c) { return __hecaton_any_bool() ? (unsigned char)c : failed(); }
int fputc(int c, FILE *file) { return character_or_failed(c); }
int putc(int c, FILE *file) { return character_or_failed(c); }
int _IO_putc(int c, FILE *file) { return character_or_failed(c); }
int putc_unlocked(int c, FILE *file) { return character_or_failed(c); }
int fputc_unlocked(int c, FILE *file) { return character_or_failed(c); }
int putchar(int c) { return character_or_failed(c); }
int putchar_unlocked(int c) { return character_or_failed(c); }
int putw(int word, FILE *file) { return zero_or_failed(); }

/* Any number that is not negative, or a failure. */
static int some_count(void) {
  int count = __hecaton_any_int();
  return count >= 0 ? count : failed();
}
int puts(const char *s) {
  __hecaton_read_string(s);
  return some_count();
}
int fputs(const char *s, FILE *file) {
  __hecaton_read_string(s);
  return some_count();
}
int fputs_unlocked(const char *s, FILE *file) { return fputs(s, file); }
void perror(const char *s) {
  if (s != 0) __hecaton_read_string(s);
}

int feof(FILE *file) { return __hecaton_any_int(); }
int ferror(FILE *file) { return __hecaton_any_int(); }
int feof_unlocked(FILE *file) { return __hecaton_any_int(); }
int ferror_unlocked(FILE *file) { return __hecaton_any_int(); }
void clearerr(FILE *file) {}
int fflush(FILE *file) { return zero_or_failed(); }
int fflush_unlocked(FILE *file) { return zero_or_failed(); }
int fseek(FILE *file, long offset, int from) { return zero_or_failed(); }
int fseeko(FILE *file, long offset, int from) { return zero_or_failed(); }
long ftell(FILE *file) {
  long at = __hecaton_any_long();
  return at >= 0 ? at : failed();
}
long ftello(FILE *file) { return ftell(file); }
void rewind(FILE *file) {}
int setvbuf(FILE *file, char *buffer, int mode, size_t size) { return zero_or_failed(); }
void setbuf(FILE *file, char *buffer) {}
void setbuffer(FILE *file, char *buffer, size_t size) {}
void setlinebuf(FILE *file) {}
void flockfile(FILE *file) {}
void funlockfile(FILE *file) {}
int fpurge(FILE *file) { return zero_or_failed(); }
int remove(const char *name) {
  __hecaton_read_string(name);
  return zero_or_failed();
}
int rename(const char *old, const char *new) {
  __hecaton_read_string(old);
  __hecaton_read_string(new);
  return zero_or_failed();
}

/* A word of the input, as `%s` reads it: no spaces, and no more than `most` characters if that is not zero. */
void __hecaton_scan_word(char *to, size_t most) {
  size_t n = 0;
  do {
    char c = __hecaton_any_char();
    __CPROVER_assume(c != ' ' && (c < '\t' || c > '\r'));
    to[n++] = c;
  } while ((most == 0 || n < most) && __hecaton_any_bool());
  to[n] = 0;
}
/* The same for `%[`: any characters. */
void __hecaton_scan_set(char *to, size_t most) {
  size_t n = 0;
  do {
    to[n++] = __hecaton_approximate(__hecaton_any_char(), "a text that is read by `scanf`");
  } while ((most == 0 || n < most) && __hecaton_any_bool());
  to[n] = 0;
}
