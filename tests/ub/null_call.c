// kind: deref
// seen by: crash
static int f(void) { return 0; }
#ifdef UB
#define F 0
#else
#define F f
#endif
int main(void) {
  int (*p)(void) = F;
  return p();
}
