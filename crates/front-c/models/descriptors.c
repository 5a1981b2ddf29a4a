/* Descriptors of files: numbers that are not negative, and no two of what is open at one time are equal. */
int __hecaton_any_int(void);

enum { MOST = 16 };
static int numbers[MOST], count;
static _Bool open_now[MOST];

/* The number of what is opened. Of more than can be kept apart nothing is known. */
int __hecaton_descriptor(void) {
  int fd = __hecaton_any_int(), at = count;
  __CPROVER_assume(fd >= 0);
  __VERIFIER_atomic_begin();
  for (int i = 0; i < MOST && i < count; i++) {
    __CPROVER_assume(!open_now[i] || numbers[i] != fd);
    if (!open_now[i]) at = i;
  }
  if (at == count && count < MOST) count++;
  if (at < MOST) {
    numbers[at] = fd;
    open_now[at] = 1;
  }
  __VERIFIER_atomic_end();
  return at < MOST ? fd : __hecaton_approximate(fd, "the number of one of many open files");
}
/* What is closed may be opened again by the same number. */
void __hecaton_closed(int fd) {
  __VERIFIER_atomic_begin();
  for (int i = 0; i < MOST && i < count; i++)
    if (numbers[i] == fd) open_now[i] = 0;
  __VERIFIER_atomic_end();
}
/* A number that is chosen by the program is open from now on. */
void __hecaton_opened(int fd) {
  int at = count;
  __hecaton_closed(fd);
  __VERIFIER_atomic_begin();
  for (int i = 0; i < MOST && i < count; i++)
    if (!open_now[i]) at = i;
  if (at == MOST) __hecaton_unsupported("more than 16 open files");
  if (at == count) count++;
  numbers[at] = fd;
  open_now[at] = 1;
  __VERIFIER_atomic_end();
}
