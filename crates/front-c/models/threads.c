/* Threads: those of POSIX and of C11, on top of four primitives: `__hecaton_spawn`, `__hecaton_join`, atomic sections,
   and `__hecaton_await_*`, which waits until a number is one of some values (or none of them) and then begins an atomic
   section; `__hecaton_await_lock` if the number says which thread is waited for. What is said of the layout of a mutex is that of glibc, for its static initialisers. */
typedef __typeof__(sizeof 0) size_t;
typedef unsigned long pthread_t;
typedef unsigned long long mask;

_Bool __hecaton_any_bool(void);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
int *__errno_location(void);
struct timespec;
int nanosleep(const struct timespec *, struct timespec *);

enum { MOST = 64, EPERM = 1, EAGAIN = 11, EBUSY = 16, EINVAL = 22, EDEADLK = 35, ETIMEDOUT = 110, FOREVER = -1 };
enum { LOCK = 0, COUNT = 1, KIND = sizeof(void *) == 8 ? 4 : 3, RECURSIVE = 1, CHECKED = 2, GONE = -1 };

/* What threads return, where that is not null. */
static void *results[MOST];

/* Data of one thread, and what is to be called with it when the thread ends. */
enum { KEYS = 16, ROUNDS = 4 };
static void *data[KEYS][MOST];
static void (*destructors[KEYS])(void *);
static unsigned key_count, destructor_count;

static void destroy_data(void) {
  unsigned long number = __hecaton_thread();
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
  if (__hecaton_thread() >= MOST) __hecaton_unsupported("more than 64 threads");
}
static void run(void *(*start)(void *), void *argument) {
  enter();
  leave(start(argument));
}
int pthread_create(pthread_t *thread, const void *attributes, void *(*start)(void *), void *argument) {
  __hecaton_assumed("threads can always be made");
  pthread_t number = __hecaton_spawn(run, start, argument);
  *thread = number;
  return 0;
}
int pthread_join(pthread_t thread, void **result) {
  if (thread == __hecaton_thread()) return EDEADLK;
  __hecaton_join(thread);
  if (result == 0) return 0;
  *result = results[thread];
  return 0;
}
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
void pthread_exit(void *result) {
  if (handlers[__hecaton_thread()] != 0) call_handlers();
  leave(result);
  __hecaton_exit_thread();
}
pthread_t pthread_self(void) { return __hecaton_thread(); }
int pthread_equal(pthread_t a, pthread_t b) { return a == b; }
int pthread_detach(pthread_t thread) { return 0; }
int pthread_yield(void) { return 0; }

/* Nobody cancels a thread: `pthread_cancel` is not modelled. */
int pthread_setcancelstate(int state, int *old) {
  if (old != 0) *old = 0;
  return 0;
}
int pthread_setcanceltype(int type, int *old) {
  if (old != 0) *old = 0;
  return 0;
}
void pthread_testcancel(void) {}
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

/* Attributes: of those of threads, only whether they are detached is remembered. */
int pthread_attr_init(void *attributes) {
  __hecaton_assumed("attributes of threads change nothing");
  *(int *)attributes = 0;
  return 0;
}
int pthread_attr_destroy(void *attributes) { return 0; }
int pthread_attr_setdetachstate(void *attributes, int state) {
  *(int *)attributes = state;
  return 0;
}
int pthread_attr_getdetachstate(const void *attributes, int *state) {
  *state = *(const int *)attributes;
  return 0;
}
int pthread_attr_setinheritsched(void *attributes, int inherit) { return 0; }
int pthread_attr_setschedpolicy(void *attributes, int policy) { return 0; }
int pthread_attr_setschedparam(void *attributes, const void *parameters) { return 0; }
int pthread_rwlockattr_init(void *attributes) { return 0; }
int pthread_rwlockattr_destroy(void *attributes) { return 0; }
int pthread_barrierattr_init(void *attributes) { return 0; }
int pthread_barrierattr_destroy(void *attributes) { return 0; }
int pthread_attr_setscope(void *attributes, int scope) { return 0; }
int pthread_attr_setstacksize(void *attributes, size_t size) { return 0; }
int pthread_mutexattr_init(void *attributes) {
  *(int *)attributes = 0;
  return 0;
}
int pthread_mutexattr_destroy(void *attributes) { return 0; }
int pthread_mutexattr_settype(void *attributes, int kind) {
  if (kind < 0 || kind > 3) return EINVAL;
  *(int *)attributes = kind;
  return 0;
}
int pthread_mutexattr_gettype(const void *attributes, int *kind) {
  *kind = *(const int *)attributes;
  return 0;
}
int pthread_mutexattr_setpshared(void *attributes, int shared) { return 0; }
int pthread_mutexattr_setprotocol(void *attributes, int protocol) { return 0; }
int pthread_mutexattr_setprioceiling(void *attributes, int ceiling) { return 0; }
int pthread_mutexattr_setrobust(void *attributes, int robust) {
  if (robust != 0) __hecaton_unsupported("mutexes that outlive who has them");
  return 0;
}
int pthread_condattr_setpshared(void *attributes, int shared) { return 0; }
int pthread_rwlockattr_setpshared(void *attributes, int shared) { return 0; }
int pthread_barrierattr_setpshared(void *attributes, int shared) { return 0; }
int pthread_attr_setguardsize(void *attributes, size_t size) { return 0; }
int pthread_condattr_init(void *attributes) { return 0; }
int pthread_condattr_destroy(void *attributes) { return 0; }
int pthread_condattr_setclock(void *attributes, int clock) { return 0; }

/* Mutexes: who has it, counted from one, or that it was destroyed; how often more; and which kind it is. */
static int self(void) { return (int)__hecaton_thread() + 1; }
int pthread_mutex_init(void *mutex, const void *attributes) {
  int *m = mutex, kind = attributes == 0 ? 0 : *(const int *)attributes;
  __VERIFIER_atomic_begin();
  m[LOCK] = 0;
  m[COUNT] = 0;
  m[KIND] = kind;
  __VERIFIER_atomic_end();
  return 0;
}
int pthread_mutex_destroy(void *mutex) {
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
  int *m = mutex, me = self(), error = 0;
  __VERIFIER_atomic_begin();
  if (m[LOCK] == 0) m[LOCK] = me;
  else if (m[LOCK] == GONE) error = EINVAL;
  else if (m[LOCK] == me && (m[KIND] & 3) == RECURSIVE) m[COUNT] = m[COUNT] + 1;
  else error = EBUSY;
  __VERIFIER_atomic_end();
  return error == EINVAL ? misused(m, error) : error;
}
int pthread_mutex_timedlock(void *mutex, const void *until) {
  int *m = mutex, me = self(), error = 0;
  __VERIFIER_atomic_begin();
  if (m[LOCK] == 0) m[LOCK] = me;
  else if (m[LOCK] == GONE) error = EINVAL;
  else if (m[LOCK] == me && (m[KIND] & 3) == RECURSIVE) m[COUNT] = m[COUNT] + 1;
  else error = m[LOCK] == me && (m[KIND] & 3) == CHECKED ? EDEADLK : EBUSY;
  __VERIFIER_atomic_end();
  if (error == EINVAL) return misused(m, error);
  if (error != EBUSY) return error;
  if (__hecaton_any_bool()) return ETIMEDOUT;
  /* It does not wait for ever: a path on which it is not free by now is one of the other kind. */
  __VERIFIER_atomic_begin();
  __CPROVER_assume(*m == 0);
  *m = self();
  __VERIFIER_atomic_end();
  return 0;
}
int pthread_mutex_clocklock(void *mutex, int clock, const void *until) { return pthread_mutex_timedlock(mutex, until); }
int pthread_mutex_unlock(void *mutex) {
  int *m = mutex, me = self(), error = 0;
  __VERIFIER_atomic_begin();
  if (m[LOCK] == GONE) error = EINVAL;
  else if (m[LOCK] == me && m[COUNT] != 0) m[COUNT] = m[COUNT] - 1;
  else if (m[LOCK] == me || (m[KIND] & 3) == 0 || (m[KIND] & 3) == 3) m[LOCK] = 0;
  else error = EPERM;
  __VERIFIER_atomic_end();
  return error == EINVAL ? misused(m, error) : error;
}

/* Condition variables: the set of threads that wait. Any of them may wake up without reason. */
static int woken[MOST];
int pthread_cond_init(void *condition, const void *attributes) {
  __VERIFIER_atomic_begin();
  *(mask *)condition = 0;
  __VERIFIER_atomic_end();
  return 0;
}
int pthread_cond_destroy(void *condition) { return 0; }
int pthread_cond_signal(void *condition) {
  mask *c = condition;
  __VERIFIER_atomic_begin();
  mask left = *c;
  if (left != 0) {
    while ((left & left - 1) != 0 && __hecaton_any_bool()) left &= left - 1;
    *c &= ~(left & -left);
    woken[__builtin_ctzll(left)] = 1;
  }
  __VERIFIER_atomic_end();
  return 0;
}
int pthread_cond_broadcast(void *condition) {
  mask *c = condition;
  __VERIFIER_atomic_begin();
  for (mask left = *c; left != 0; left &= left - 1) woken[__builtin_ctzll(left)] = 1;
  *c = 0;
  __VERIFIER_atomic_end();
  return 0;
}
static int wait(mask *c, int *m, _Bool timed) {
  size_t number = __hecaton_thread();
  int me = self(), count = 0, result = 0;
  __VERIFIER_atomic_begin();
  if (m[LOCK] == GONE) result = EINVAL;
  else if (m[LOCK] != me && (m[KIND] & 3) != 0 && (m[KIND] & 3) != 3) result = EPERM;
  else {
    count = m[COUNT];
    m[LOCK] = 0;
    m[COUNT] = 0;
    *c |= (mask)1 << number;
    woken[number] = 0;
  }
  __VERIFIER_atomic_end();
  if (result != 0) return result == EINVAL ? misused(m, result) : result;
  if (timed || __hecaton_any_bool()) {
    __VERIFIER_atomic_begin();
    *c &= ~((mask)1 << number);
    _Bool signalled = woken[number];
    __VERIFIER_atomic_end();
    if (timed && !signalled && __hecaton_any_bool()) result = ETIMEDOUT;
  } else {
    __hecaton_await_is(&woken[number], 1);
    __VERIFIER_atomic_end();
  }
  __hecaton_await_lock(m, 0);
  m[LOCK] = self();
  m[COUNT] = count;
  __VERIFIER_atomic_end();
  return result;
}
int pthread_cond_wait(void *condition, void *mutex) { return wait(condition, mutex, 0); }
int pthread_cond_timedwait(void *condition, void *mutex, const void *until) { return wait(condition, mutex, 1); }
int pthread_cond_clockwait(void *condition, void *mutex, int clock, const void *until) {
  return wait(condition, mutex, 1);
}

/* Locks for readers and a writer: how many readers, or -1. */
int pthread_rwlock_init(void *lock, const void *attributes) {
  __VERIFIER_atomic_begin();
  *(int *)lock = 0;
  __VERIFIER_atomic_end();
  return 0;
}
int pthread_rwlock_destroy(void *lock) { return 0; }
int pthread_rwlock_rdlock(void *lock) {
  int *l = lock;
  __hecaton_await_not(l, -1);
  ++*l;
  __VERIFIER_atomic_end();
  return 0;
}
int pthread_rwlock_wrlock(void *lock) {
  int *l = lock;
  __hecaton_await_is(l, 0);
  *l = -1;
  __VERIFIER_atomic_end();
  return 0;
}
int pthread_rwlock_tryrdlock(void *lock) {
  int *l = lock, result = 0;
  __VERIFIER_atomic_begin();
  if (*l == -1) result = EBUSY;
  else ++*l;
  __VERIFIER_atomic_end();
  return result;
}
int pthread_rwlock_trywrlock(void *lock) {
  int *l = lock, result = 0;
  __VERIFIER_atomic_begin();
  if (*l != 0) result = EBUSY;
  else *l = -1;
  __VERIFIER_atomic_end();
  return result;
}
int pthread_rwlock_timedrdlock(void *lock, const void *until) {
  if (pthread_rwlock_tryrdlock(lock) == 0) return 0;
  if (__hecaton_any_bool()) return ETIMEDOUT;
  int *l = lock;
  __VERIFIER_atomic_begin();
  __CPROVER_assume(*l != -1);
  ++*l;
  __VERIFIER_atomic_end();
  return 0;
}
int pthread_rwlock_timedwrlock(void *lock, const void *until) {
  if (pthread_rwlock_trywrlock(lock) == 0) return 0;
  if (__hecaton_any_bool()) return ETIMEDOUT;
  int *l = lock;
  __VERIFIER_atomic_begin();
  __CPROVER_assume(*l == 0);
  *l = -1;
  __VERIFIER_atomic_end();
  return 0;
}
int pthread_rwlock_clockrdlock(void *lock, int clock, const void *until) {
  return pthread_rwlock_timedrdlock(lock, until);
}
int pthread_rwlock_clockwrlock(void *lock, int clock, const void *until) {
  return pthread_rwlock_timedwrlock(lock, until);
}
int pthread_rwlock_unlock(void *lock) {
  int *l = lock;
  __VERIFIER_atomic_begin();
  *l = *l == -1 ? 0 : *l - 1;
  __VERIFIER_atomic_end();
  return 0;
}

/* Spin locks: waiting is waiting. */
int pthread_spin_init(volatile int *lock, int shared) {
  __VERIFIER_atomic_begin();
  *lock = 0;
  __VERIFIER_atomic_end();
  return 0;
}
int pthread_spin_destroy(volatile int *lock) { return 0; }
int pthread_spin_lock(volatile int *lock) {
  __hecaton_await_is(lock, 0);
  *lock = 1;
  __VERIFIER_atomic_end();
  return 0;
}
int pthread_spin_trylock(volatile int *lock) {
  int result = 0;
  __VERIFIER_atomic_begin();
  if (*lock != 0) result = EBUSY;
  else *lock = 1;
  __VERIFIER_atomic_end();
  return result;
}
int pthread_spin_unlock(volatile int *lock) {
  __VERIFIER_atomic_begin();
  *lock = 0;
  __VERIFIER_atomic_end();
  return 0;
}

/* Barriers: how many are awaited, how many are there, which round it is, and whether one of the round is already the one
   that is told so, which can be any of them. */
int pthread_barrier_init(void *barrier, const void *attributes, unsigned count) {
  unsigned *b = barrier;
  if (count == 0) return EINVAL;
  __VERIFIER_atomic_begin();
  b[0] = count;
  b[1] = 0;
  b[2] = 0;
  b[3] = 0;
  __VERIFIER_atomic_end();
  return 0;
}
int pthread_barrier_destroy(void *barrier) { return 0; }
int pthread_barrier_wait(void *barrier) {
  unsigned *b = barrier;
  __VERIFIER_atomic_begin();
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

/* Semaphores. */
int sem_init(void *semaphore, int shared, unsigned value) {
  __VERIFIER_atomic_begin();
  *(unsigned *)semaphore = value;
  __VERIFIER_atomic_end();
  return 0;
}
int sem_destroy(void *semaphore) { return 0; }
int sem_wait(void *semaphore) {
  unsigned *s = semaphore;
  __hecaton_await_not(s, 0u);
  --*s;
  __VERIFIER_atomic_end();
  return 0;
}
int sem_trywait(void *semaphore) {
  unsigned *s = semaphore;
  __VERIFIER_atomic_begin();
  _Bool got = *s != 0;
  if (got) --*s;
  __VERIFIER_atomic_end();
  if (got) return 0;
  *__errno_location() = EAGAIN;
  return -1;
}
int sem_timedwait(void *semaphore, const void *until) {
  unsigned *s = semaphore;
  __VERIFIER_atomic_begin();
  _Bool got = *s != 0;
  if (got) --*s;
  __VERIFIER_atomic_end();
  if (got) return 0;
  if (__hecaton_any_bool()) {
    *__errno_location() = ETIMEDOUT;
    return -1;
  }
  __VERIFIER_atomic_begin();
  __CPROVER_assume(*s != 0);
  --*s;
  __VERIFIER_atomic_end();
  return 0;
}
int sem_clockwait(void *semaphore, int clock, const void *until) { return sem_timedwait(semaphore, until); }
int sem_post(void *semaphore) {
  unsigned *s = semaphore;
  __VERIFIER_atomic_begin();
  ++*s;
  __VERIFIER_atomic_end();
  return 0;
}
int sem_getvalue(void *semaphore, int *value) {
  __VERIFIER_atomic_begin();
  int now = *(int *)semaphore;
  __VERIFIER_atomic_end();
  *value = now;
  return 0;
}

/* Once: not yet, at it, done. */
int pthread_once(int *once, void (*function)(void)) {
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
  if (key >= KEYS) return EINVAL;
  __VERIFIER_atomic_begin();
  destructors[key] = 0;
  __VERIFIER_atomic_end();
  return 0;
}
void *pthread_getspecific(unsigned key) {
  if (key >= KEYS) return 0;
  return data[key][__hecaton_thread()];
}
int pthread_setspecific(unsigned key, const void *value) {
  if (key >= KEYS) return EINVAL;
  data[key][__hecaton_thread()] = (void *)value;
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
  pthread_t number = __hecaton_spawn(run_int, start, argument);
  *thread = number;
  return thrd_success;
}
int thrd_join(pthread_t thread, int *result) {
  void *value = 0;
  int error = pthread_join(thread, result == 0 ? 0 : &value);
  if (error == 0 && result != 0) *result = (int)(long)value;
  return said(error);
}
void thrd_exit(int result) { pthread_exit((void *)(long)result); }
pthread_t thrd_current(void) { return __hecaton_thread(); }
int thrd_equal(pthread_t a, pthread_t b) { return a == b; }
int thrd_detach(pthread_t thread) { return thrd_success; }
void thrd_yield(void) {}
int thrd_sleep(const struct timespec *asked, struct timespec *left) { return nanosleep(asked, left); }
int mtx_init(void *mutex, int kind) {
  int attributes = kind & 1;
  return said(pthread_mutex_init(mutex, &attributes));
}
void mtx_destroy(void *mutex) { pthread_mutex_destroy(mutex); }
int mtx_lock(void *mutex) { return said(pthread_mutex_lock(mutex)); }
int mtx_trylock(void *mutex) { return said(pthread_mutex_trylock(mutex)); }
int mtx_timedlock(void *mutex, const void *until) { return said(pthread_mutex_timedlock(mutex, until)); }
int mtx_unlock(void *mutex) { return said(pthread_mutex_unlock(mutex)); }
int cnd_init(void *condition) { return said(pthread_cond_init(condition, 0)); }
void cnd_destroy(void *condition) {}
int cnd_signal(void *condition) { return said(pthread_cond_signal(condition)); }
int cnd_broadcast(void *condition) { return said(pthread_cond_broadcast(condition)); }
int cnd_wait(void *condition, void *mutex) { return said(wait(condition, mutex, 0)); }
int cnd_timedwait(void *condition, void *mutex, const void *until) { return said(wait(condition, mutex, 1)); }
void call_once(int *once, void (*function)(void)) { pthread_once(once, function); }
int tss_create(unsigned *key, void (*destructor)(void *)) { return said(pthread_key_create(key, destructor)); }
void tss_delete(unsigned key) { pthread_key_delete(key); }
void *tss_get(unsigned key) { return pthread_getspecific(key); }
int tss_set(unsigned key, void *value) { return said(pthread_setspecific(key, value)); }
