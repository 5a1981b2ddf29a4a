// A stack of nodes under a lock; racy: whether it is empty is looked at before.
#include <pthread.h>
struct node { struct node *next; } nodes[2], *top;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void push(struct node *n) {
  pthread_mutex_lock(&m);
  n->next = top;
  top = n;
  pthread_mutex_unlock(&m);
}
void *pop(void *a) {
  struct node *n;
#ifdef RACY
  if (!top) return 0;
#endif
  pthread_mutex_lock(&m);
  n = top;
  if (n) top = n->next;
  pthread_mutex_unlock(&m);
  return n;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, pop, 0);
  push(&nodes[0]);
  push(&nodes[1]);
  return pthread_join(t, 0);
}
