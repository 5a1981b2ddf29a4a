// That locks and their relatives can be made is told.
// expect: holds
// assumes: locks, condition variables, semaphores, barriers and keys of threads can always be made, and data be set for keys
#include <pthread.h>
static pthread_mutex_t lock;
int main(void) { __CPROVER_assert(pthread_mutex_init(&lock, 0) == 0, "made"); }
