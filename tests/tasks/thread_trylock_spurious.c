// `mtx_trylock` may fail for no reason (7.26.4.5p3), `pthread_mutex_trylock` may not.
// expect: violated(assertion@9)
#include <pthread.h>
#include <threads.h>
static mtx_t c11;
static pthread_mutex_t posix;
int main(void) {
  mtx_init(&c11, mtx_plain);
  __CPROVER_assert(mtx_trylock(&c11) == thrd_success, "may fail");
  __CPROVER_assert(pthread_mutex_trylock(&posix) == 0, "may not");
}
