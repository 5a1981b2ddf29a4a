// kind: deref
// seen by: asan
// The address of a local is returned, by way of memory.
int *kept;
static void f(void) {
  static int stays;
  int goes = 0;
#ifdef UB
  kept = &goes;
#else
  kept = &stays;
#endif
  goes = 1;
}
int main(void) {
  f();
  return *kept == 7;
}
