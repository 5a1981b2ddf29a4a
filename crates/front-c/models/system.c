/* Arguments of programs, users, addresses in the network, memory in pages. */
typedef __typeof__(sizeof 0) size_t;

void *malloc(size_t size);
void *calloc(size_t count, size_t size);
void free(void *object);
int __hecaton_failed(void);
int __hecaton_succeeded(void);
void __hecaton_read_string(const char *s);
int __hecaton_any_int(void);
unsigned __hecaton_any_uint(void);
_Bool __hecaton_any_bool(void);

/* Options of one letter, as POSIX has them. Where GNU's function would move arguments that are no options behind those
   that are, nothing is known. Messages are not printed. */
char *optarg = 0;
int optind = 1, opterr = 1, optopt = '?';
static int in_cluster;

static int next_argument(int result) {
  optind++;
  in_cluster = 0;
  return result;
}
int getopt(int argc, char *const argv[], const char *options) {
  optarg = 0;
  if (argc < 1) return -1;
  if (optind == 0) {
    optind = 1;
    in_cluster = 0;
  }
  if (options[0] == '-') __hecaton_unsupported("`getopt` that returns all arguments in order");
  _Bool in_order = options[0] == '+';
  if (in_order) options++;
  _Bool colon = options[0] == ':';
  if (in_cluster == 0) {
    if (optind >= argc || argv[optind] == 0) return -1;
    const char *next = argv[optind];
    if (next[0] != '-' || next[1] == 0) {
      for (int i = optind + 1; !in_order && i < argc; i++)
        if (argv[i][0] == '-' && argv[i][1] != 0) __hecaton_unsupported("`getopt` that moves arguments");
      return -1;
    }
    if (next[1] == '-' && next[2] == 0) {
      optind++;
      return -1;
    }
    in_cluster = 1;
  }
  char letter = argv[optind][in_cluster++];
  _Bool last = argv[optind][in_cluster] == 0;
  int at = colon;
  while (options[at] != 0 && options[at] != letter) at++;
  if (options[at] == 0 || letter == ':' || letter == ';') {
    optopt = letter;
    return last ? next_argument('?') : '?';
  }
  if (letter == 'W' && options[at + 1] == ';') __hecaton_unsupported("long options by `-W`");
  if (options[at + 1] != ':') return last ? next_argument(letter) : letter;
  if (!last) {
    optarg = &argv[optind][in_cluster];
    return next_argument(letter);
  }
  next_argument(letter);
  if (options[at + 2] == ':') return letter;
  if (optind >= argc) {
    optopt = letter;
    return colon ? ':' : '?';
  }
  optarg = argv[optind++];
  return letter;
}

/* Users: known or not, with texts of less than 64 characters. */
struct passwd {
  char *pw_name, *pw_passwd;
  unsigned pw_uid, pw_gid;
  char *pw_gecos, *pw_dir, *pw_shell;
};
static struct passwd unguarded_user;
static char unguarded_user_name[64], unguarded_user_password[64], unguarded_user_gecos[64];
static char unguarded_user_folder[64], unguarded_user_shell[64];

static char *some_text(char *text) {
  __hecaton_fill(text, 63);
  text[63] = 0;
  return text;
}
static struct passwd *some_user(void) {
  __hecaton_assumed("what is known of users is taken to be shorter than 64 characters");
  if (__hecaton_any_bool()) return 0;
  unguarded_user.pw_name = some_text(unguarded_user_name);
  unguarded_user.pw_passwd = some_text(unguarded_user_password);
  unguarded_user.pw_uid = __hecaton_any_uint();
  unguarded_user.pw_gid = __hecaton_any_uint();
  unguarded_user.pw_gecos = some_text(unguarded_user_gecos);
  unguarded_user.pw_dir = some_text(unguarded_user_folder);
  unguarded_user.pw_shell = some_text(unguarded_user_shell);
  return &unguarded_user;
}
struct passwd *getpwnam(const char *name) {
  __hecaton_read_string(name);
  struct passwd *found = some_user();
  if (found != 0) {
    int i = 0;
    while (i < 63 && name[i] != 0) {
      unguarded_user_name[i] = name[i];
      i++;
    }
    __CPROVER_assume(name[i] == 0);
    unguarded_user_name[i] = 0;
  }
  return found;
}
struct passwd *getpwuid(unsigned id) {
  struct passwd *found = some_user();
  if (found != 0) found->pw_uid = id;
  return found;
}

/* Four numbers with dots between them, the first byte first. */
struct in_addr { unsigned s_addr; };
static char address_text[16];
char *inet_ntoa(struct in_addr address) {
  int length = 0;
  for (int i = 0; i < 4; i++) {
    unsigned byte = address.s_addr >> 8 * i & 255;
    if (byte >= 100) address_text[length++] = (char)('0' + byte / 100);
    if (byte >= 10) address_text[length++] = (char)('0' + byte / 10 % 10);
    address_text[length++] = (char)('0' + byte % 10);
    address_text[length++] = i < 3 ? '.' : 0;
  }
  return address_text;
}

/* Mapped memory, in whole pages of 4096 bytes. It is held by the system, so it is never lost. */
static void *mapped[16];
static int mapped_count;

void *mmap(void *wish, size_t length, int access, int flags, int fd, long offset) {
  __hecaton_assumed("memory from `mmap` is taken to be like that from `malloc`, and files in it not to change");
  if ((access & 3) != 3) __hecaton_unsupported("`mmap` of memory that cannot be read and written");
  if (flags & 16) __hecaton_unsupported("`mmap` at a fixed place");
  if (mapped_count == 16) __hecaton_unsupported("more than 16 calls of `mmap`");
  size_t bytes = length + 4095 & ~(size_t)4095;
  void *memory = length == 0 || bytes == 0 || __hecaton_any_bool() ? 0 : flags & 32 ? calloc(1, bytes) : malloc(bytes);
  if (memory == 0) {
    __hecaton_failed();
    return (void *)-1;
  }
  mapped[mapped_count++] = memory;
  return memory;
}
int munmap(void *memory, size_t length) {
  if (length == 0) return __hecaton_failed();
  for (int i = 0; i < mapped_count; i++)
    if (mapped[i] == memory && memory != 0) {
      if (__hecaton_size(memory) != (length + 4095 & ~(size_t)4095)) break;
      free(memory);
      mapped[i] = 0;
      return 0;
    }
  __hecaton_unsupported("`munmap` of a part of what was mapped");
  return -1;
}
