// All accesses hold one lock, come before the threads or after them, or are to what one thread alone has: no schedule has to
// be looked at, however long the loops are.
// property: race
// expect: holds
#include <pthread.h>
int shared, before, alone[2];
struct {
  pthread_mutex_t lock;
  int inside;
} account = {.lock = PTHREAD_MUTEX_INITIALIZER};
pthread_mutex_t other;
pthread_t second;
static void add(int by) {
  for (int i = 0; i < 1000000; i++) shared = shared + by;
}
static void *work(void *arg) {
  int own[4] = {0};
  for (int i = 0; i < 1000000; i++) {
    pthread_mutex_lock(&account.lock);
    if (i % 2) {
      add(before);
    } else {
      account.inside = own[i % 4]++;
    }
    pthread_mutex_unlock(&account.lock);
  }
  return 0;
}
static void *work_alone(void *arg) {
  for (int i = 0; i < 1000000; i++) alone[0]++;
  pthread_mutex_lock(&other);
  pthread_mutex_lock(&account.lock);
  pthread_mutex_unlock(&other);
  shared--;
  pthread_mutex_unlock(&account.lock);
  return work(arg);
}
int main(void) {
  pthread_t first;
  before = 2;
  add(1);
  shared = 1;
  pthread_mutex_init(&other, 0);
  pthread_create(&first, 0, work, 0);
  pthread_create(&second, 0, work_alone, 0);
  alone[1] = 3;
  pthread_join(first, 0);
  pthread_mutex_lock(&account.lock);
  shared++;
  pthread_mutex_unlock(&account.lock);
  pthread_join(second, 0);
  pthread_mutex_destroy(&account.lock);
  return shared + alone[0] + account.inside;
}
