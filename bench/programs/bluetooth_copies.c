/* The Bluetooth driver, with adders that use it L times. */
#ifndef L
#define L 1
#endif
#define main once
#include "../../examples/bluetooth.c"
#undef main
void *adders(void *a) { for (int i = 0; i < L; i++) adder(a); return 0; }
int main(void) {
  pthread_t a[ADDERS], s;
  pthread_create(&s, 0, stopper, 0);
  for (int i = 0; i < ADDERS; i++) pthread_create(&a[i], 0, adders, 0);
  return 0;
}
