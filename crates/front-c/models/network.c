/* Sockets and directories: what comes from outside is arbitrary, every operation can fail. Structures are as the headers
   of glibc lay them out. */
typedef __typeof__(sizeof 0) size_t;
typedef __typeof__((char *)0 - (char *)0) ssize_t;

void __hecaton_read_string(const char *s);
int __hecaton_failed(void);
int __hecaton_succeeded(void);
int __hecaton_any_int(void);
_Bool __hecaton_any_bool(void);
size_t __hecaton_any_size(void);

static int zero_or_failed(void) { return __hecaton_any_bool() ? __hecaton_succeeded() : __hecaton_failed(); }
int __hecaton_descriptor(void);
static int descriptor_or_failed(void) {
  return __hecaton_any_bool() ? __hecaton_descriptor() + __hecaton_succeeded() : __hecaton_failed();
}
static size_t up_to(size_t most) {
  size_t count = __hecaton_any_size();
  __CPROVER_assume(count <= most && count <= ~(size_t)0 >> 1);
  return count;
}
/* An address that is told: no more than there is room for, with its length, which may be larger. */
static void some_address(void *to, unsigned *length) {
  if (to == 0 || length == 0) return;
  unsigned room = *length, known = (unsigned)up_to(128);
  __hecaton_fill(to, known < room ? known : room);
  *length = known;
}

int socket(int domain, int type, int protocol) { return descriptor_or_failed(); }
int socketpair(int domain, int type, int protocol, int *ends) {
  if (__hecaton_any_bool()) return __hecaton_failed();
  ends[0] = __hecaton_descriptor();
  ends[1] = __hecaton_descriptor();
  return __hecaton_succeeded();
}
int bind(int fd, const void *address, unsigned length) {
  __hecaton_readable(address, length);
  return zero_or_failed();
}
int connect(int fd, const void *address, unsigned length) {
  __hecaton_readable(address, length);
  return zero_or_failed();
}
int listen(int fd, int most) { return zero_or_failed(); }
int accept(int fd, void *address, unsigned *length) {
  if (__hecaton_any_bool()) return __hecaton_failed();
  some_address(address, length);
  return descriptor_or_failed();
}
int shutdown(int fd, int how) { return zero_or_failed(); }
int getsockname(int fd, void *address, unsigned *length) {
  if (__hecaton_any_bool()) return __hecaton_failed();
  some_address(address, length);
  return __hecaton_succeeded();
}
int getpeername(int fd, void *address, unsigned *length) { return getsockname(fd, address, length); }
int setsockopt(int fd, int level, int name, const void *value, unsigned length) {
  if (value != 0) __hecaton_readable(value, length);
  return zero_or_failed();
}
int getsockopt(int fd, int level, int name, void *value, unsigned *length) {
  if (__hecaton_any_bool()) return __hecaton_failed();
  unsigned known = (unsigned)up_to(*length);
  __hecaton_fill(value, known);
  *length = known;
  return __hecaton_succeeded();
}
ssize_t send(int fd, const void *from, size_t size, int flags) {
  if (size != 0) __hecaton_readable(from, size);
  if (__hecaton_any_bool()) return __hecaton_failed();
  __hecaton_succeeded();
  return (ssize_t)up_to(size);
}
ssize_t sendto(int fd, const void *from, size_t size, int flags, const void *address, unsigned length) {
  if (address != 0) __hecaton_readable(address, length);
  return send(fd, from, size, flags);
}
/* With `MSG_TRUNC` (32) more may be told than was written. */
ssize_t recv(int fd, void *to, size_t size, int flags) {
  if (__hecaton_any_bool()) return __hecaton_failed();
  size_t count = up_to(size);
  __hecaton_fill(to, count);
  __hecaton_succeeded();
  return flags & 32 && count == size && __hecaton_any_bool() ? (ssize_t)up_to(~(size_t)0 >> 1) : (ssize_t)count;
}
ssize_t recvfrom(int fd, void *to, size_t size, int flags, void *address, unsigned *length) {
  some_address(address, length);
  return recv(fd, to, size, flags);
}

/* Which descriptors are ready: some of those that were asked for. */
struct pollfd { int fd; short events, revents; };
int poll(struct pollfd *all, unsigned long count, int timeout) {
  int ready = 0;
  if (__hecaton_any_bool()) return __hecaton_failed();
  for (unsigned long i = 0; i < count; i++) {
    short found = (short)__hecaton_any_int();
    /* Errors (8), a connection that was closed (16) and no descriptor (32) are told without being asked for. */
    __CPROVER_assume((found & ~(all[i].events | 8 | 16 | 32)) == 0 && (all[i].fd >= 0 || found == 0));
    all[i].revents = found;
    if (found != 0) ready++;
  }
  __hecaton_succeeded();
  return ready;
}
static int some_of(unsigned long *set, int words) {
  int count = 0;
  for (int i = 0; set != 0 && i < words; i++) {
    unsigned long left = set[i] & (unsigned long)__hecaton_any_size();
    count += __builtin_popcountl(left);
    set[i] = left;
  }
  return count;
}
/* Only words that hold descriptors below the limit are looked at. */
int select(int limit, void *read, void *write, void *odd, void *timeout) {
  int bits = 8 * (int)sizeof(long), words = limit < 0 ? 0 : (limit + bits - 1) / bits;
  if (timeout != 0) __hecaton_readable(timeout, 2 * sizeof(long));
  if (limit < 0 || limit > 1024 || __hecaton_any_bool()) return __hecaton_failed();
  int ready = some_of(read, words) + some_of(write, words) + some_of(odd, words);
  /* Some systems tell how much time was left. */
  if (timeout != 0) __hecaton_fill(timeout, 2 * sizeof(long));
  __hecaton_succeeded();
  return ready;
}

/* Directories: any number of entries with any names. */
typedef struct __dirstream { _Bool open; } DIR;
struct dirent {
  unsigned long d_ino;
  long d_off;
  unsigned short d_reclen;
  unsigned char d_type;
  char d_name[256];
};
static DIR directories[8];
static struct dirent entries[8];
DIR *opendir(const char *name) {
  __hecaton_read_string(name);
  if (__hecaton_any_bool()) {
    __hecaton_failed();
    return 0;
  }
  for (int i = 0; i < 8; i++)
    if (!directories[i].open) {
      directories[i].open = 1;
      __hecaton_succeeded();
      return &directories[i];
    }
  __hecaton_unsupported("more than 8 open directories");
  return 0;
}
struct dirent *readdir(DIR *from) {
  if (!from->open) __hecaton_unsupported("a directory that is closed");
  if (__hecaton_any_bool()) {
    /* The end leaves `errno` alone, an error does not. */
    if (__hecaton_any_bool()) __hecaton_failed();
    return 0;
  }
  struct dirent *entry = &entries[from - directories];
  __hecaton_fill(entry, sizeof *entry);
  __CPROVER_assume(entry->d_name[0] != 0);
  entry->d_name[255] = 0;
  return entry;
}
int closedir(DIR *from) {
  if (!from->open) __hecaton_unsupported("a directory that is closed");
  from->open = 0;
  return zero_or_failed();
}
void rewinddir(DIR *from) {}
