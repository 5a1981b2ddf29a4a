// Races of code that is not there, of what is written to files, and with variables of `main` that has returned, are told.
// expect: holds
// engines: auto paths
// assumes: what functions without body access, no other thread accesses at the same time
// assumes: what functions of output read, no other thread writes at the same time
// assumes: variables of `main` are taken to live until all threads have ended
#include <pthread.h>
#include <unistd.h>
extern void change(int *);
static char text[4] = "ab";
static void *other(void *x) {
  change(x);
  write(1, text, 4);
  return 0;
}
int main(void) {
  pthread_t t;
  int x = 1;
  pthread_create(&t, 0, other, &x);
  x = 3;
  text[2] = 1;
  pthread_join(t, 0);
}
