/* Threads: those of POSIX and of C11, on top of four primitives: `__hecaton_spawn`, `__hecaton_join`, atomic sections,
   and `__hecaton_await_*`, which waits until a number is one of some values (or none of them) and then begins an atomic
   section; `__hecaton_await_lock` if the number says which thread is waited for. What is said of the layout of a mutex is that of glibc, for its static initialisers. */
typedef __typeof__(sizeof 0) size_t;
typedef unsigned long pthread_t;
typedef unsigned long long mask;

_Bool __hecaton_any_bool(void);
size_t __hecaton_any_size(void);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
int *__hecaton_errno(void);
struct timespec;
int nanosleep(const struct timespec *, struct timespec *);

/* MOST is also the number of copies of a variable of which every thread has its own (`per_thread.rs`). */
enum { MOST = 512, WAITERS = 256, EPERM = 1, ESRCH = 3, EAGAIN = 11, EBUSY = 16, EINVAL = 22, EDEADLK = 35, EOVERFLOW = 75 };
enum { ENOTSUP = 95, ETIMEDOUT = 110, FOREVER = -1 };
enum { LOCK = 0, COUNT = 1, KIND = sizeof(void *) == 8 ? 4 : 3, RECURSIVE = 1, CHECKED = 2, GONE = -1 };

/* What threads return, where that is not null. */
static void *results[MOST];

/* Data of one thread, and what is to be called with it when the thread ends. */
enum { KEYS = 16, ROUNDS = 4, HOLDERS = 64 };
static void *data[KEYS][HOLDERS];
static void (*destructors[KEYS])(void *);
static unsigned key_count, destructor_count;

static size_t holder(void) {
  size_t number = __hecaton_thread();
  if (number >= HOLDERS) __hecaton_unsupported("data of more than 64 threads");
  return number;
}
static void destroy_data(void) {
  size_t number = holder();
  _Bool more = 1;
  for (int round = 0; more && round < ROUNDS; round++) {
    more = 0;
    for (unsigned key = 0; key < key_count && key < KEYS; key++) {
      void *value = data[key][number];
      if (destructors[key] == 0 || value == 0) continue;
      data[key][number] = 0;
      more = 1;
      destructors[key](value);
    }
  }
}
/* A result is kept where others can see it, unless it is null for certain. What a function returns that comes to its end
   without saying so can be anything: no case for null and one for the rest is made of that. */
static void leave(void *result) {
  unsigned long number = __hecaton_thread();
  void *none, **slot = result != 0 ? &results[number] : &none;
  if (destructor_count != 0) destroy_data();
  *slot = result;
}
static void enter(void) {
  if (__hecaton_thread() >= MOST) __hecaton_unsupported("more than 512 threads");
}
static void run(void *(*start)(void *), void *argument) {
  enter();
  leave(start(argument));
}
/* A value of type `pthread_t` is the number of a thread; the first one, which has number 0, is MAIN. So 0 means none, as
   in every library, and a variable without a value is not taken for the first thread. */
static const pthread_t MAIN = -1;
static pthread_t named(size_t number) { return number == 0 ? MAIN : number; }

/* How many threads were made, and which of them can be joined or detached no more. Nobody needs an atomic section: two
   threads that do this to the same one may do so one after the other too, and are told then. */
static size_t made = 1;
static _Bool settled[MOST];
enum { DETACHED = 1 };
static pthread_t begun(size_t number, _Bool detached) {
  if (made <= number) made = number + 1;
  if (detached && number < MOST) settled[number] = 1;
  return number;
}
int pthread_create(pthread_t *thread, const void *attributes, void *(*start)(void *), void *argument) {
  __hecaton_assumed("threads can always be made");
  _Bool detached = attributes != 0 && *(const int *)attributes == DETACHED;
  made++;
  size_t number = __hecaton_spawn(run, start, argument);
  *thread = begun(number, detached);
  return 0;
}
/* Takes a thread that can be joined or detached, which can be done once. */
static int settle(pthread_t thread) {
  size_t number = thread == MAIN ? 0 : thread;
  _Bool joinable = thread != 0 && number < made && number < MOST && !settled[number];
  __CPROVER_assert(joinable, "a thread is joined or detached only once, and after it was made");
  if (!joinable) return __hecaton_any_bool() ? EINVAL : ESRCH;
  settled[number] = 1;
  return 0;
}
/* Who waits in `pthread_join`. */
static _Bool joins[MOST];
/* Who joins itself waits for ever. */
int pthread_join(pthread_t thread, void **result) {
  size_t number = thread == MAIN ? 0 : thread;
  __hecaton_assumed("a thread that is cancelled while it waits in `pthread_join` does not go on", __hecaton_can_cancel());
  if (__hecaton_can_cancel()) {
    joins[__hecaton_thread()] = 1;
    __hecaton_cancellation_point();
  }
  int error = settle(thread);
  if (error == 0) __hecaton_join(number);
  if (__hecaton_can_cancel()) joins[__hecaton_thread()] = 0;
  if (error != 0) return error;
  if (result == 0) return 0;
  *result = results[number];
  return 0;
}
int pthread_detach(pthread_t thread) { return settle(thread); }
/* The handlers of a thread that are to be called if it ends before they are taken away, the last one first: what to
   call, with what, and the one before it. */
enum { HANDLER = 0, ARGUMENT = 1, BEFORE = 2 };
static void **handlers[MOST];
static void register_handler(void **handler, void (*routine)(void *), void *argument) {
  handler[HANDLER] = (void *)routine;
  handler[ARGUMENT] = argument;
  handler[BEFORE] = handlers[__hecaton_thread()];
  handlers[__hecaton_thread()] = handler;
}
static void unregister_handler(void) {
  void **last = handlers[__hecaton_thread()];
  if (last != 0) handlers[__hecaton_thread()] = last[BEFORE];
}
static void call_handlers(void) {
  void **last;
  while ((last = handlers[__hecaton_thread()]) != 0) {
    handlers[__hecaton_thread()] = last[BEFORE];
    ((void (*)(void *))last[HANDLER])(last[ARGUMENT]);
  }
}
static int cancel_states[MOST], cancel_types[MOST];
enum { DISABLED = 1, ASYNCHRONOUS = 1 };
void pthread_exit(void *result) {
  if (__hecaton_can_cancel()) cancel_states[__hecaton_thread()] = DISABLED;
  if (handlers[__hecaton_thread()] != 0) call_handlers();
  leave(result);
  __hecaton_exit_thread();
}
pthread_t pthread_self(void) { return named(__hecaton_thread()); }
int pthread_equal(pthread_t a, pthread_t b) {
  __hecaton_assumed("the identifier of a thread is not given to a later thread");
  return a == b;
}
int pthread_yield(void) { return 0; }

/* Cancelling, at cancellation points: `cancelled` says who is to end at the next one. A thread that is about to wait for a
   semaphore or another thread says so in `waits_for` or `joins` before it looks whether it is cancelled. It is not
   cancelled while it waits in vain: that it was cancelled before it looked is another execution, in which the same
   happens. Those that wait for a condition wake up. `__hecaton_can_cancel` is constant: nothing of this is part of a
   program without `pthread_cancel`. */
static _Bool cancelled[MOST];
static const unsigned *waits_for[MOST];
static int woken[WAITERS];
void __hecaton_cancellation_point(void) {
  size_t me = __hecaton_thread();
  if (!cancelled[me] || cancel_states[me] == DISABLED) return;
  waits_for[me] = 0;
  joins[me] = 0;
  pthread_exit((void *)-1);
}
/* Where a function may or may not be a cancellation point. */
void __hecaton_perhaps_cancellation_point(void) {
  if (__hecaton_any_bool()) __hecaton_cancellation_point();
}
int pthread_cancel(pthread_t thread) {
  __hecaton_assumed("no thread is cancelled after it was joined, or after it was detached and has ended");
  size_t number = thread == MAIN ? 0 : thread;
  _Bool known = thread != 0 && number < made && number < MOST;
  __CPROVER_assert(known, "a thread that is cancelled was made");
  if (!known) return ESRCH;
  __VERIFIER_atomic_begin();
  _Bool asynchronous = cancel_types[number] == ASYNCHRONOUS;
  const unsigned *awaited = waits_for[number];
  _Bool in_vain = joins[number];
  if (awaited != 0) in_vain = *awaited == 0;
  __CPROVER_assume(!in_vain || cancel_states[number] == DISABLED);
  cancelled[number] = 1;
  if (number < WAITERS) woken[number] = 1;
  __VERIFIER_atomic_end();
  if (asynchronous) __hecaton_unsupported("a thread that is cancelled at any place");
  int result = __hecaton_any_bool() ? ESRCH : 0;
  return __hecaton_approximate(result, "whether a thread that is cancelled had ended");
}
static int exchange(int *now, int value, int *old) {
  if (value != 0 && value != 1) return EINVAL;
  int before = *now;
  *now = value;
  if (old != 0) *old = before;
  return 0;
}
int pthread_setcancelstate(int state, int *old) { return exchange(&cancel_states[__hecaton_thread()], state, old); }
int pthread_setcanceltype(int type, int *old) {
  if (type == ASYNCHRONOUS && __hecaton_can_cancel()) __hecaton_unsupported("a thread that is cancelled at any place");
  return exchange(&cancel_types[__hecaton_thread()], type, old);
}
void pthread_testcancel(void) {
  if (__hecaton_can_cancel()) __hecaton_cancellation_point();
}
/* What the macros `pthread_cleanup_push` and `pthread_cleanup_pop` are made of. Nobody jumps to where a handler is called:
   what it is comes from the variables of the macro. */
int __sigsetjmp_cancel(void *buffer, int mask) { return 0; }
void __pthread_register_cancel(void *buffer) { __hecaton_unsupported("a cleanup handler that is not known"); }
void __hecaton_register_cancel(void *buffer, void (*routine)(void *), void *argument) {
  register_handler(buffer, routine, argument);
}
void __pthread_unregister_cancel(void *buffer) { unregister_handler(); }
void __pthread_unwind_next(void *buffer) { __hecaton_unsupported("a jump to a cleanup handler"); }
void _pthread_cleanup_push(void *buffer, void (*routine)(void *), void *argument) {
  register_handler(buffer, routine, argument);
}
void _pthread_cleanup_pop(void *buffer, int execute) {
  void **handler = buffer;
  unregister_handler();
  if (execute != 0) ((void (*)(void *))handler[HANDLER])(handler[ARGUMENT]);
}
int pthread_setname_np(pthread_t thread, const char *name) { return 0; }
int pthread_setconcurrency(int level) { return 0; }

/* Attributes: what was set is what is got; of those of threads, only whether they are detached changes anything. */
struct attributes {
  int detached, scope, inherit, policy, priority;
  size_t stack, guard;
};
static int set_to(int *attribute, int value, int most) {
  if (value < 0 || value > most) return EINVAL;
  *attribute = value;
  return 0;
}
static int get_from(const int *attribute, int *value) {
  *value = *attribute;
  return 0;
}
static int set_size(size_t *attribute, size_t size) {
  *attribute = size;
  return 0;
}
static int get_size(const size_t *attribute, size_t *size) {
  *size = *attribute;
  return 0;
}
int pthread_attr_init(struct attributes *attributes) {
  __hecaton_assumed("attributes of threads change nothing");
  attributes->detached = attributes->scope = attributes->policy = attributes->priority = 0;
  attributes->inherit = __hecaton_any_bool();
  attributes->stack = __hecaton_any_size();
  attributes->guard = __hecaton_any_size();
  return 0;
}
int pthread_attr_destroy(struct attributes *attributes) { return 0; }
int pthread_attr_setdetachstate(struct attributes *a, int state) { return set_to(&a->detached, state, 1); }
int pthread_attr_getdetachstate(const struct attributes *a, int *state) { return get_from(&a->detached, state); }
int pthread_attr_setscope(struct attributes *a, int scope) {
  if (scope == 1 && __hecaton_any_bool()) return ENOTSUP;
  return set_to(&a->scope, scope, 1);
}
int pthread_attr_getscope(const struct attributes *a, int *scope) { return get_from(&a->scope, scope); }
int pthread_attr_setinheritsched(struct attributes *a, int inherit) { return set_to(&a->inherit, inherit, 1); }
int pthread_attr_getinheritsched(const struct attributes *a, int *inherit) { return get_from(&a->inherit, inherit); }
int pthread_attr_setschedpolicy(struct attributes *a, int policy) { return set_to(&a->policy, policy, 2); }
int pthread_attr_getschedpolicy(const struct attributes *a, int *policy) { return get_from(&a->policy, policy); }
int pthread_attr_setschedparam(struct attributes *a, const int *priority) {
  if (__hecaton_any_bool()) return EINVAL;
  a->priority = *priority;
  return 0;
}
int pthread_attr_getschedparam(const struct attributes *a, int *priority) { return get_from(&a->priority, priority); }
int pthread_attr_setstacksize(struct attributes *a, size_t size) {
  if (__hecaton_any_bool()) return EINVAL;
  return set_size(&a->stack, size);
}
int pthread_attr_getstacksize(const struct attributes *a, size_t *size) { return get_size(&a->stack, size); }
int pthread_attr_setguardsize(struct attributes *a, size_t size) { return set_size(&a->guard, size); }
int pthread_attr_getguardsize(const struct attributes *a, size_t *size) { return get_size(&a->guard, size); }

/* Those of mutexes have four bytes in all: first the kind. */
struct mutex_attributes {
  unsigned char kind, shared, protocol, ceiling;
};
static int set_byte(unsigned char *attribute, int value, int most) {
  if (value < 0 || value > most) return EINVAL;
  *attribute = value;
  return 0;
}
static int get_byte(const unsigned char *attribute, int *value) {
  *value = *attribute;
  return 0;
}
int pthread_mutexattr_init(struct mutex_attributes *a) {
  a->kind = a->shared = a->protocol = a->ceiling = 0;
  return 0;
}
int pthread_mutexattr_destroy(struct mutex_attributes *a) { return 0; }
int pthread_mutexattr_settype(struct mutex_attributes *a, int kind) { return set_byte(&a->kind, kind, 3); }
int pthread_mutexattr_gettype(const struct mutex_attributes *a, int *kind) { return get_byte(&a->kind, kind); }
int pthread_mutexattr_setpshared(struct mutex_attributes *a, int shared) { return set_byte(&a->shared, shared, 1); }
int pthread_mutexattr_getpshared(const struct mutex_attributes *a, int *shared) { return get_byte(&a->shared, shared); }
int pthread_mutexattr_setprotocol(struct mutex_attributes *a, int protocol) {
  return set_byte(&a->protocol, protocol, 2);
}
int pthread_mutexattr_getprotocol(const struct mutex_attributes *a, int *protocol) {
  return get_byte(&a->protocol, protocol);
}
int pthread_mutexattr_setprioceiling(struct mutex_attributes *a, int ceiling) {
  return set_byte(&a->ceiling, ceiling, 99);
}
int pthread_mutexattr_setrobust(struct mutex_attributes *a, int robust) {
  if (robust < 0 || robust > 1) return EINVAL;
  if (robust != 0) __hecaton_unsupported("mutexes that outlive who has them");
  return 0;
}
int pthread_mutexattr_getrobust(const struct mutex_attributes *a, int *robust) {
  *robust = 0;
  return 0;
}
struct condition_attributes {
  unsigned char shared, clock;
};
int pthread_condattr_init(struct condition_attributes *a) {
  a->shared = a->clock = 0;
  return 0;
}
int pthread_condattr_destroy(struct condition_attributes *a) { return 0; }
int pthread_condattr_setpshared(struct condition_attributes *a, int shared) { return set_byte(&a->shared, shared, 1); }
int pthread_condattr_getpshared(const struct condition_attributes *a, int *shared) {
  return get_byte(&a->shared, shared);
}
int pthread_condattr_setclock(struct condition_attributes *a, int clock) { return set_byte(&a->clock, clock, 1); }
int pthread_condattr_getclock(const struct condition_attributes *a, int *clock) { return get_byte(&a->clock, clock); }
int pthread_rwlockattr_init(int *a) { return *a = 0; }
int pthread_rwlockattr_destroy(int *a) { return 0; }
int pthread_rwlockattr_setpshared(int *a, int shared) { return set_to(a, shared, 1); }
int pthread_rwlockattr_getpshared(const int *a, int *shared) { return get_from(a, shared); }
int pthread_barrierattr_init(int *a) { return *a = 0; }
int pthread_barrierattr_destroy(int *a) { return 0; }
int pthread_barrierattr_setpshared(int *a, int shared) { return set_to(a, shared, 1); }
int pthread_barrierattr_getpshared(const int *a, int *shared) { return get_from(a, shared); }

/* Who would have to wait until a time that is none is told so. */
static _Bool is_no_time(const long *until) { return until[1] < 0 || until[1] >= 1000000000; }

/* Mutexes: who has it, counted from one, or that it was destroyed; how often more; and which kind it is. */
static int self(void) { return (int)__hecaton_thread() + 1; }
static void can_be_made(void) {
  __hecaton_assumed("locks, condition variables, semaphores, barriers and keys of threads can always be made, and data be set for keys");
}
int pthread_mutex_init(void *mutex, const void *attributes) {
  can_be_made();
  int *m = mutex, kind = attributes == 0 ? 0 : *(const unsigned char *)attributes;
  __VERIFIER_atomic_begin();
  m[LOCK] = 0;
  m[COUNT] = 0;
  m[KIND] = kind;
  __VERIFIER_atomic_end();
  return 0;
}
int pthread_mutex_destroy(void *mutex) {
  __hecaton_unchanged(mutex);
  int *m = mutex;
  __VERIFIER_atomic_begin();
  int now = m[LOCK];
  if (now == 0) m[LOCK] = GONE;
  __VERIFIER_atomic_end();
  __CPROVER_assert(now == 0, "a mutex that is destroyed is neither locked nor was it destroyed before");
  return now == 0 ? 0 : EBUSY;
}
/* A mutex could not be locked because it was destroyed, or because the thread has it already. */
static int misused(int *m, int error) {
  __CPROVER_assert(error != EINVAL, "a mutex is not used after it was destroyed");
  if (error != FOREVER) return error;
  __hecaton_await_lock(m, 0);
  *m = self();
  __VERIFIER_atomic_end();
  return 0;
}
int pthread_mutex_lock(void *mutex) {
  __hecaton_unchanged(mutex);
  int *m = mutex, me = self(), error = 0;
  __hecaton_await_lock(m, 0, me, GONE);
  if (m[LOCK] == 0) m[LOCK] = me;
  else if (m[LOCK] == GONE) error = EINVAL;
  else if ((m[KIND] & 3) == RECURSIVE) m[COUNT] = m[COUNT] + 1;
  else error = (m[KIND] & 3) == CHECKED ? EDEADLK : FOREVER;
  __VERIFIER_atomic_end();
  return error == 0 ? 0 : misused(m, error);
}
int pthread_mutex_trylock(void *mutex) {
  __hecaton_unchanged(mutex);
  int *m = mutex, me = self(), error = 0;
  __VERIFIER_atomic_begin();
  if (m[LOCK] == 0) m[LOCK] = me;
  else if (m[LOCK] == GONE) error = EINVAL;
  else if (m[LOCK] == me && (m[KIND] & 3) == RECURSIVE) m[COUNT] = m[COUNT] + 1;
  else error = EBUSY;
  __VERIFIER_atomic_end();
  return error == EINVAL ? misused(m, error) : error;
}
int pthread_mutex_timedlock(void *mutex, const long *until) {
  __hecaton_unchanged(mutex);
  int *m = mutex, me = self(), error = 0;
  __VERIFIER_atomic_begin();
  if (m[LOCK] == 0) m[LOCK] = me;
  else if (m[LOCK] == GONE) error = EINVAL;
  else if (m[LOCK] == me && (m[KIND] & 3) == RECURSIVE) m[COUNT] = m[COUNT] + 1;
  else error = m[LOCK] == me && (m[KIND] & 3) == CHECKED ? EDEADLK : EBUSY;
  __VERIFIER_atomic_end();
  if (error == EINVAL) return misused(m, error);
  if (error != EBUSY) return error;
  if (is_no_time(until)) return EINVAL;
  if (__hecaton_any_bool()) return ETIMEDOUT;
  /* It does not wait for ever: a path on which it is not free by now is one of the other kind. */
  __VERIFIER_atomic_begin();
  __CPROVER_assume(*m == 0);
  *m = self();
  __VERIFIER_atomic_end();
  return 0;
}
int pthread_mutex_clocklock(void *mutex, int clock, const long *until) { return pthread_mutex_timedlock(mutex, until); }
int pthread_mutex_unlock(void *mutex) {
  __hecaton_unchanged(mutex);
  int *m = mutex, me = self(), error = 0;
  __VERIFIER_atomic_begin();
  _Bool other = m[LOCK] != me && (m[KIND] & 3) != RECURSIVE && (m[KIND] & 3) != CHECKED;
  if (m[LOCK] == GONE) error = EINVAL;
  else if (m[LOCK] == me && m[COUNT] != 0) m[COUNT] = m[COUNT] - 1;
  else if (m[LOCK] == me || other) m[LOCK] = 0;
  else error = EPERM;
  __VERIFIER_atomic_end();
  if (error == EINVAL) return misused(m, error);
  __CPROVER_assert(!other, "a mutex is unlocked by the thread that locked it");
  return error;
}

/* Condition variables: the set of threads that wait, in WORDS words, and behind it whether it was destroyed. Any waiter
   may wake up without reason. */
enum { WORDS = WAITERS / 64, ENDED = WORDS };
static void in_use(_Bool used) {
  __CPROVER_assert(used, "a condition variable, lock, barrier or semaphore is not used after it was destroyed");
}
static void wake(size_t word, mask left) { woken[word * 64 + __builtin_ctzll(left)] = 1; }
int pthread_cond_init(void *condition, const void *attributes) {
  can_be_made();
  mask *c = condition;
  __VERIFIER_atomic_begin();
  c[0] = c[1] = c[2] = c[3] = c[ENDED] = 0;
  __VERIFIER_atomic_end();
  return 0;
}
int pthread_cond_destroy(void *condition) {
  __hecaton_unchanged(condition);
  mask *c = condition;
  __VERIFIER_atomic_begin();
  mask waiting = c[0] | c[1] | c[2] | c[3], ended = c[ENDED];
  c[ENDED] = 1;
  __VERIFIER_atomic_end();
  in_use(ended == 0);
  __CPROVER_assert(waiting == 0, "nobody waits for a condition variable that is destroyed");
  return waiting == 0 ? 0 : EBUSY;
}
/* Any one that waits; a choice is made only between those that do. */
int pthread_cond_signal(void *condition) {
  __hecaton_unchanged(condition);
  mask *c = condition;
  __VERIFIER_atomic_begin();
  size_t word = 0;
  mask left = c[0], behind = c[1] | c[2] | c[3], ended = c[ENDED];
  while (behind != 0 && (left == 0 || __hecaton_any_bool())) {
    left = c[++word];
    behind = 0;
    for (size_t next = word + 1; next < WORDS; next++) behind |= c[next];
  }
  if (left != 0) {
    while ((left & left - 1) != 0 && __hecaton_any_bool()) left &= left - 1;
    c[word] &= ~(left & -left);
    wake(word, left);
  }
  __VERIFIER_atomic_end();
  in_use(ended == 0);
  return 0;
}
int pthread_cond_broadcast(void *condition) {
  __hecaton_unchanged(condition);
  mask *c = condition;
  __VERIFIER_atomic_begin();
  mask ended = c[ENDED];
  for (size_t word = 0; word < WORDS; word++) {
    for (mask left = c[word]; left != 0; left &= left - 1) wake(word, left);
    c[word] = 0;
  }
  __VERIFIER_atomic_end();
  in_use(ended == 0);
  return 0;
}
static int wait(mask *condition, int *m, _Bool timed) {
  __hecaton_unchanged(condition);
  __hecaton_unchanged(m);
  size_t number = __hecaton_thread();
  if (number >= WAITERS) __hecaton_unsupported("a thread that waits for a condition after 256 others were made");
  mask *c = condition;
  _Bool signalled = 0;
  int me = self(), count = 0, result = 0;
  __VERIFIER_atomic_begin();
  mask ended = c[ENDED];
  c += number / 64;
  _Bool other = m[LOCK] != me && (m[KIND] & 3) != RECURSIVE && (m[KIND] & 3) != CHECKED;
  if (m[LOCK] == GONE) result = EINVAL;
  else if (m[LOCK] != me && !other) result = EPERM;
  else {
    count = m[COUNT];
    m[LOCK] = 0;
    m[COUNT] = 0;
    *c |= (mask)1 << number % 64;
    woken[number] = __hecaton_can_cancel() && cancelled[number] && cancel_states[number] != DISABLED;
  }
  __VERIFIER_atomic_end();
  in_use(ended == 0);
  if (result != 0) return result == EINVAL ? misused(m, result) : result;
  __CPROVER_assert(!other, "a thread that waits for a condition has locked the mutex");
  if (timed || __hecaton_any_bool()) {
    __VERIFIER_atomic_begin();
    signalled = (*c >> number % 64 & 1) == 0;
    *c &= ~((mask)1 << number % 64);
    __VERIFIER_atomic_end();
    if (timed && !signalled && __hecaton_any_bool()) result = ETIMEDOUT;
  } else {
    __hecaton_await_is(&woken[number], 1);
    signalled = (*c >> number % 64 & 1) == 0;
    *c &= ~((mask)1 << number % 64);
    __VERIFIER_atomic_end();
  }
  __hecaton_await_lock(m, 0);
  m[LOCK] = self();
  m[COUNT] = count;
  __VERIFIER_atomic_end();
  /* Who is cancelled hands on the signal that it got. */
  if (__hecaton_can_cancel()) {
    if (signalled && cancelled[number] && cancel_states[number] != DISABLED) pthread_cond_signal(condition);
    __hecaton_cancellation_point();
  }
  return result;
}
int pthread_cond_wait(void *condition, void *mutex) { return wait(condition, mutex, 0); }
/* There is a time: without one, reading it is what goes wrong. */
static int wait_until(mask *c, int *m, const long *until) {
  if (is_no_time(until)) return EINVAL;
  return wait(c, m, 1);
}
int pthread_cond_timedwait(void *condition, void *mutex, const long *until) {
  return wait_until(condition, mutex, until);
}
int pthread_cond_clockwait(void *condition, void *mutex, int clock, const long *until) {
  return wait_until(condition, mutex, until);
}

/* Locks for readers and a writer: how many readers, or -1 for a writer, or -2 if it was destroyed. */
enum { WRITER = -1, DESTROYED = -2 };
int pthread_rwlock_init(void *lock, const void *attributes) {
  can_be_made();
  __VERIFIER_atomic_begin();
  *(int *)lock = 0;
  __VERIFIER_atomic_end();
  return 0;
}
int pthread_rwlock_destroy(void *lock) {
  __hecaton_unchanged(lock);
  int *l = lock;
  __VERIFIER_atomic_begin();
  int now = *l;
  *l = DESTROYED;
  __VERIFIER_atomic_end();
  in_use(now != DESTROYED);
  __CPROVER_assert(now == 0 || now == DESTROYED, "a read-write lock that is destroyed is not locked");
  return now == 0 ? 0 : EBUSY;
}
int pthread_rwlock_rdlock(void *lock) {
  __hecaton_unchanged(lock);
  __hecaton_assumed("read locks are given while others wait to write");
  int *l = lock;
  __hecaton_await_not(l, WRITER);
  _Bool used = *l != DESTROYED;
  if (used) ++*l;
  __VERIFIER_atomic_end();
  in_use(used);
  return used ? 0 : EINVAL;
}
int pthread_rwlock_wrlock(void *lock) {
  __hecaton_unchanged(lock);
  int *l = lock;
  __hecaton_await_is(l, 0, DESTROYED);
  _Bool used = *l == 0;
  if (used) *l = WRITER;
  __VERIFIER_atomic_end();
  in_use(used);
  return used ? 0 : EINVAL;
}
int pthread_rwlock_tryrdlock(void *lock) {
  __hecaton_unchanged(lock);
  int *l = lock, result = 0;
  __VERIFIER_atomic_begin();
  int before = *l;
  if (before == WRITER) result = EBUSY;
  else if (before != DESTROYED) ++*l;
  __VERIFIER_atomic_end();
  in_use(before != DESTROYED);
  return result;
}
int pthread_rwlock_trywrlock(void *lock) {
  __hecaton_unchanged(lock);
  int *l = lock, result = 0;
  __VERIFIER_atomic_begin();
  int before = *l;
  if (before != 0) result = EBUSY;
  else *l = WRITER;
  __VERIFIER_atomic_end();
  in_use(before != DESTROYED);
  return result;
}
int pthread_rwlock_timedrdlock(void *lock, const long *until) {
  if (pthread_rwlock_tryrdlock(lock) == 0) return 0;
  if (is_no_time(until)) return EINVAL;
  if (__hecaton_any_bool()) return ETIMEDOUT;
  int *l = lock;
  __VERIFIER_atomic_begin();
  __CPROVER_assume(*l >= 0);
  ++*l;
  __VERIFIER_atomic_end();
  return 0;
}
int pthread_rwlock_timedwrlock(void *lock, const long *until) {
  if (pthread_rwlock_trywrlock(lock) == 0) return 0;
  if (is_no_time(until)) return EINVAL;
  if (__hecaton_any_bool()) return ETIMEDOUT;
  int *l = lock;
  __VERIFIER_atomic_begin();
  __CPROVER_assume(*l == 0);
  *l = WRITER;
  __VERIFIER_atomic_end();
  return 0;
}
int pthread_rwlock_clockrdlock(void *lock, int clock, const long *until) {
  return pthread_rwlock_timedrdlock(lock, until);
}
int pthread_rwlock_clockwrlock(void *lock, int clock, const long *until) {
  return pthread_rwlock_timedwrlock(lock, until);
}
int pthread_rwlock_unlock(void *lock) {
  __hecaton_unchanged(lock);
  __hecaton_assumed("read-write locks are unlocked by threads that hold them");
  int *l = lock;
  __VERIFIER_atomic_begin();
  int before = *l;
  if (before == WRITER) *l = 0;
  else if (before > 0) *l = before - 1;
  __VERIFIER_atomic_end();
  in_use(before != DESTROYED);
  __CPROVER_assert(before != 0, "a read-write lock that is unlocked is locked");
  return before != 0 ? 0 : EPERM;
}

/* Spin locks, which may be destroyed: waiting is waiting. */
int pthread_spin_init(volatile int *lock, int shared) {
  can_be_made();
  __VERIFIER_atomic_begin();
  *lock = 0;
  __VERIFIER_atomic_end();
  return 0;
}
int pthread_spin_destroy(volatile int *lock) {
  __hecaton_unchanged_word(lock);
  __VERIFIER_atomic_begin();
  int before = *lock;
  *lock = DESTROYED;
  __VERIFIER_atomic_end();
  in_use(before != DESTROYED);
  __CPROVER_assert(before == 0 || before == DESTROYED, "a spin lock that is destroyed is not locked");
  return 0;
}
int pthread_spin_lock(volatile int *lock) {
  __hecaton_unchanged_word(lock);
  __hecaton_await_is(lock, 0, DESTROYED);
  _Bool used = *lock == 0;
  if (used) *lock = 1;
  __VERIFIER_atomic_end();
  in_use(used);
  return used ? 0 : EINVAL;
}
int pthread_spin_trylock(volatile int *lock) {
  __hecaton_unchanged_word(lock);
  int result = 0;
  __VERIFIER_atomic_begin();
  int before = *lock;
  if (before != 0) result = EBUSY;
  else *lock = 1;
  __VERIFIER_atomic_end();
  in_use(before != DESTROYED);
  return result;
}
int pthread_spin_unlock(volatile int *lock) {
  __hecaton_unchanged_word(lock);
  __VERIFIER_atomic_begin();
  int before = *lock;
  *lock = 0;
  __VERIFIER_atomic_end();
  __CPROVER_assert(before != 0, "a spin lock that is unlocked is locked");
  return 0;
}

/* Barriers: how many are awaited, how many are there, which round it is, whether one of the round is already the one
   that is told so, which can be any of them, and whether the barrier was destroyed. */
int pthread_barrier_init(void *barrier, const void *attributes, unsigned count) {
  can_be_made();
  unsigned *b = barrier;
  if (count == 0) return EINVAL;
  __VERIFIER_atomic_begin();
  b[0] = count;
  b[1] = 0;
  b[2] = 0;
  b[3] = 0;
  b[4] = 0;
  __VERIFIER_atomic_end();
  return 0;
}
int pthread_barrier_destroy(void *barrier) {
  __hecaton_unchanged(barrier);
  unsigned *b = barrier;
  __VERIFIER_atomic_begin();
  unsigned waiting = b[1], ended = b[4];
  b[4] = 1;
  __VERIFIER_atomic_end();
  in_use(ended == 0);
  __CPROVER_assert(waiting == 0, "nobody waits at a barrier that is destroyed");
  return waiting == 0 ? 0 : EBUSY;
}
int pthread_barrier_wait(void *barrier) {
  __hecaton_unchanged(barrier);
  unsigned *b = barrier;
  __VERIFIER_atomic_begin();
  in_use(b[4] == 0);
  unsigned round = b[2], told = b[3], chosen = (told ^ 1) & __hecaton_any_bool();
  if (++b[1] == b[0]) {
    b[1] = 0;
    b[2]++;
    b[3] = 0;
    __VERIFIER_atomic_end();
    return told != 0 ? 0 : -1;
  }
  b[3] = told | chosen;
  __VERIFIER_atomic_end();
  __hecaton_await_not(b + 2, round);
  __VERIFIER_atomic_end();
  return chosen != 0 ? -1 : 0;
}

/* Semaphores: the value, and whether it was destroyed. */
static const unsigned SEM_VALUE_MAX = 2147483647;
static int failed(int error) {
  *__hecaton_errno() = error;
  return -1;
}
int sem_init(void *semaphore, int shared, unsigned value) {
  can_be_made();
  if (value > SEM_VALUE_MAX) return failed(EINVAL);
  __VERIFIER_atomic_begin();
  unsigned *s = semaphore;
  s[0] = value;
  s[1] = 0;
  __VERIFIER_atomic_end();
  return 0;
}
int sem_destroy(void *semaphore) {
  __hecaton_unchanged(semaphore);
  unsigned *s = semaphore;
  __VERIFIER_atomic_begin();
  in_use(s[1] == 0);
  s[1] = 1;
  __VERIFIER_atomic_end();
  return 0;
}
int sem_wait(void *semaphore) {
  __hecaton_unchanged(semaphore);
  unsigned *s = semaphore;
  if (__hecaton_can_cancel()) {
    size_t me = __hecaton_thread();
    __hecaton_cancellation_point();
    waits_for[me] = s;
    if (__hecaton_any_bool()) {
      /* What it waits for comes before the request is acted upon (POSIX 2.9.5.2): it may go on, and the request stays. */
      __VERIFIER_atomic_begin();
      __CPROVER_assume(cancelled[me] && cancel_states[me] != DISABLED && *s != 0);
      in_use(s[1] == 0);
      --*s;
      waits_for[me] = 0;
      __VERIFIER_atomic_end();
      return 0;
    }
    __hecaton_cancellation_point();
  }
  __hecaton_await_not(s, 0u);
  in_use(s[1] == 0);
  --*s;
  __VERIFIER_atomic_end();
  if (__hecaton_can_cancel()) waits_for[__hecaton_thread()] = 0;
  return 0;
}
int sem_trywait(void *semaphore) {
  __hecaton_unchanged(semaphore);
  unsigned *s = semaphore;
  __VERIFIER_atomic_begin();
  in_use(s[1] == 0);
  _Bool got = *s != 0;
  if (got) --*s;
  __VERIFIER_atomic_end();
  return got ? 0 : failed(EAGAIN);
}
int sem_timedwait(void *semaphore, const long *until) {
  __hecaton_unchanged(semaphore);
  unsigned *s = semaphore;
  __VERIFIER_atomic_begin();
  _Bool got = *s != 0;
  if (got) --*s;
  __VERIFIER_atomic_end();
  if (got) return 0;
  if (is_no_time(until)) return failed(EINVAL);
  if (__hecaton_any_bool()) return failed(ETIMEDOUT);
  __VERIFIER_atomic_begin();
  __CPROVER_assume(*s != 0);
  --*s;
  __VERIFIER_atomic_end();
  return 0;
}
int sem_clockwait(void *semaphore, int clock, const long *until) { return sem_timedwait(semaphore, until); }
int sem_post(void *semaphore) {
  __hecaton_unchanged(semaphore);
  unsigned *s = semaphore;
  __VERIFIER_atomic_begin();
  in_use(s[1] == 0);
  _Bool full = *s >= SEM_VALUE_MAX;
  if (!full) ++*s;
  __VERIFIER_atomic_end();
  return full ? failed(EOVERFLOW) : 0;
}
int sem_getvalue(void *semaphore, int *value) {
  __hecaton_unchanged(semaphore);
  __VERIFIER_atomic_begin();
  int now = *(int *)semaphore;
  __VERIFIER_atomic_end();
  *value = now;
  return 0;
}

/* Once: not yet, at it, done. */
int pthread_once(int *once, void (*function)(void)) {
  __hecaton_unchanged_word(once);
  __hecaton_await_is(once, 0, 2);
  if (*once == 2) {
    __VERIFIER_atomic_end();
    return 0;
  }
  *once = 1;
  __VERIFIER_atomic_end();
  function();
  __VERIFIER_atomic_begin();
  *once = 2;
  __VERIFIER_atomic_end();
  return 0;
}

int pthread_key_create(unsigned *key, void (*destructor)(void *)) {
  can_be_made();
  __VERIFIER_atomic_begin();
  unsigned made = key_count++;
  if (made < KEYS) destructors[made] = destructor;
  if (destructor != 0) destructor_count++;
  __VERIFIER_atomic_end();
  if (destructor != 0) __hecaton_assumed("data of threads is destroyed in the order in which its keys were made");
  if (made >= KEYS) __hecaton_unsupported("more than 16 keys of thread-specific data");
  *key = made;
  return 0;
}
int pthread_key_delete(unsigned key) {
  __VERIFIER_atomic_begin();
  _Bool known = key < KEYS && key < key_count;
  if (known) destructors[key] = 0;
  __VERIFIER_atomic_end();
  return known ? 0 : EINVAL;
}
void *pthread_getspecific(unsigned key) {
  if (key >= KEYS) return 0;
  return data[key][holder()];
}
int pthread_setspecific(unsigned key, const void *value) {
  can_be_made();
  if (key >= KEYS) return EINVAL;
  data[key][holder()] = (void *)value;
  return 0;
}

/* The threads of C11: numbers in place of pointers, and other names. */
enum { thrd_success = 0, thrd_busy = 1, thrd_error = 2, thrd_timedout = 4 };
static int said(int error) {
  return error == 0 ? thrd_success : error == EBUSY ? thrd_busy : error == ETIMEDOUT ? thrd_timedout : thrd_error;
}
static void run_int(int (*start)(void *), void *argument) {
  enter();
  leave((void *)(long)start(argument));
}
int thrd_create(pthread_t *thread, int (*start)(void *), void *argument) {
  __hecaton_assumed("threads can always be made");
  made++;
  size_t number = __hecaton_spawn(run_int, start, argument);
  *thread = begun(number, 0);
  return thrd_success;
}
int thrd_join(pthread_t thread, int *result) {
  void *value = 0;
  int error = pthread_join(thread, result == 0 ? 0 : &value);
  if (error == 0 && result != 0) *result = (int)(long)value;
  return said(error);
}
void thrd_exit(int result) { pthread_exit((void *)(long)result); }
pthread_t thrd_current(void) { return pthread_self(); }
int thrd_equal(pthread_t a, pthread_t b) { return pthread_equal(a, b); }
int thrd_detach(pthread_t thread) { return said(settle(thread)); }
void thrd_yield(void) {}
int thrd_sleep(const struct timespec *asked, struct timespec *left) { return nanosleep(asked, left); }
int mtx_init(void *mutex, int kind) {
  unsigned char attributes = kind & 1;
  return said(pthread_mutex_init(mutex, &attributes));
}
void mtx_destroy(void *mutex) { pthread_mutex_destroy(mutex); }
int mtx_lock(void *mutex) { return said(pthread_mutex_lock(mutex)); }
/* It may fail for no reason (C17 7.26.4.5p3). */
int mtx_trylock(void *mutex) { return __hecaton_any_bool() ? thrd_busy : said(pthread_mutex_trylock(mutex)); }
int mtx_timedlock(void *mutex, const long *until) { return said(pthread_mutex_timedlock(mutex, until)); }
int mtx_unlock(void *mutex) { return said(pthread_mutex_unlock(mutex)); }
int cnd_init(void *condition) { return said(pthread_cond_init(condition, 0)); }
void cnd_destroy(void *condition) { pthread_cond_destroy(condition); }
int cnd_signal(void *condition) { return said(pthread_cond_signal(condition)); }
int cnd_broadcast(void *condition) { return said(pthread_cond_broadcast(condition)); }
int cnd_wait(void *condition, void *mutex) { return said(wait(condition, mutex, 0)); }
int cnd_timedwait(void *condition, void *mutex, const long *until) { return said(wait_until(condition, mutex, until)); }
void call_once(int *once, void (*function)(void)) { pthread_once(once, function); }
int tss_create(unsigned *key, void (*destructor)(void *)) { return said(pthread_key_create(key, destructor)); }
void tss_delete(unsigned key) { pthread_key_delete(key); }
void *tss_get(unsigned key) { return pthread_getspecific(key); }
int tss_set(unsigned key, void *value) { return said(pthread_setspecific(key, value)); }
