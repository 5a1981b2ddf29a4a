/* Signals, as long as the program only ignores them or leaves them to the system: then none of its code runs because of
   one, and what a signal does that is not ignored is to end or to stop the program. A handler of the program is unknown
   where it is installed. Layouts are those of glibc. */
typedef void (*handler)(int);
typedef struct { unsigned long words[128 / sizeof(long)]; } sigset_t;
struct sigaction {
  handler action;
  sigset_t blocked;
  int flags;
  void (*restorer)(void);
};
enum { SIGNALS = 64, FIRST_OWN = 32, LAST_OWN = 33, KILL = 9, STOP = 19, EINVAL = 22 };

int *__hecaton_errno(void);
int __hecaton_any_int(void);
_Bool __hecaton_any_bool(void);
long __hecaton_any_long(void);

static int refused(void) {
  *__hecaton_errno() = EINVAL;
  return -1;
}
/* The library keeps some signals for itself. */
static _Bool is_one(int number) {
  if (number < 1 || number > SIGNALS) return 0;
  return number < FIRST_OWN || number > LAST_OWN || __hecaton_any_bool();
}

/* What is done on each signal: whether it is known, and whether the signal is ignored. The program begins with what it was
   started with. */
static _Bool known[SIGNALS + 1], ignored[SIGNALS + 1];
static _Bool is_ignored(int number) {
  if (number == KILL || number == STOP) return 0;
  if (!known[number]) ignored[number] = __hecaton_any_bool();
  known[number] = 1;
  return ignored[number];
}
static void install(int number, handler action) {
  if (action != (handler)0 && action != (handler)1) __hecaton_unsupported("a handler of signals");
  known[number] = 1;
  ignored[number] = action == (handler)1;
}
handler signal(int number, handler action) {
  if (!is_one(number) || number == KILL || number == STOP) return (handler)(long)refused();
  handler old = is_ignored(number) ? (handler)1 : (handler)0;
  install(number, action);
  return old;
}
int sigaction(int number, const struct sigaction *action, struct sigaction *old) {
  if (!is_one(number)) return refused();
  _Bool was_ignored = is_ignored(number);
  if (action != 0) {
    struct sigaction given = *action;
    if (number == KILL || number == STOP) return refused();
    install(number, given.action);
  }
  if (old != 0) {
    old->action = was_ignored ? (handler)1 : (handler)0;
    for (unsigned i = 0; i < sizeof old->blocked.words / sizeof(long); i++)
      old->blocked.words[i] = __hecaton_approximate(__hecaton_any_long(), "a set of signals");
    old->flags = __hecaton_approximate(__hecaton_any_int(), "the flags of a signal");
  }
  return 0;
}

int sigemptyset(sigset_t *set) {
  for (unsigned i = 0; i < sizeof set->words / sizeof(long); i++) set->words[i] = 0;
  return 0;
}
int sigfillset(sigset_t *set) {
  for (unsigned i = 0; i < sizeof set->words / sizeof(long); i++) set->words[i] = -1ul;
  return 0;
}
static unsigned long *word_of(sigset_t *set, int number) { return &set->words[(number - 1) / (8 * sizeof(long))]; }
static unsigned long bit_of(int number) { return 1ul << (number - 1) % (8 * sizeof(long)); }
int sigaddset(sigset_t *set, int number) {
  if (!is_one(number)) return refused();
  *word_of(set, number) |= bit_of(number);
  return 0;
}
int sigdelset(sigset_t *set, int number) {
  if (!is_one(number)) return refused();
  *word_of(set, number) &= ~bit_of(number);
  return 0;
}
int sigismember(const sigset_t *set, int number) {
  if (!is_one(number)) return refused();
  return (*word_of((sigset_t *)set, number) & bit_of(number)) != 0;
}
