// A buffer is freed when its reader has ended; racy: before.
#include <pthread.h>
#include <stdlib.h>
void *look(void *p) {
  return *(char *)p ? p : 0;
}
int main(void) {
  pthread_t t;
  char *p = malloc(4);
  if (!p) return 0;
  p[0] = 1;
  pthread_create(&t, 0, look, p);
#ifdef RACY
  free(p);
  pthread_join(t, 0);
#else
  pthread_join(t, 0);
  free(p);
#endif
  return 0;
}
