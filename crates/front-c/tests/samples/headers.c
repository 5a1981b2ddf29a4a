// Many system headers at once: their declarations use most GNU extensions there are.
#define _GNU_SOURCE
#include <assert.h>
#include <complex.h>
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <float.h>
#include <inttypes.h>
#include <limits.h>
#include <locale.h>
#include <math.h>
#include <netdb.h>
#include <pthread.h>
#include <semaphore.h>
#include <setjmp.h>
#include <signal.h>
#include <stdalign.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <stdnoreturn.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <tgmath.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>
#include <wctype.h>

static _Atomic int counter;
static alignas(16) char buffer[offsetof(struct tm, tm_year) + 8];

static double mean(int count, ...) {
  va_list list;
  double total = 0;
  va_start(list, count);
  for (int i = 0; i < count; i++)
    total += va_arg(list, double);
  va_end(list);
  return sqrt(total / count);
}

int main(int argc, char **argv) {
  bool many = argc > 1;
  atomic_fetch_add(&counter, 1);
  assert(many || errno != EINVAL);
  pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&lock);
  printf("%" PRIu64 " %f\n", (uint64_t)UINT64_C(1), mean(2, 1.0, HUGE_VAL));
  if (isalpha(argv[0][0]) && isnan(NAN) && signbit(-1.0))
    fputs(strchr(buffer, 'x') ? "x" : "y", stderr);
  return WEXITSTATUS(0) + (int)creal(I * I) + INT_MAX;
}
