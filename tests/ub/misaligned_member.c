// kind: alignment
// seen by: ubsan of clang
// The address of a member of a packed struct; the member itself may be read.
struct __attribute__((packed)) packed { char c; int x; };
int main(void) {
  struct packed p = {0, 0};
#ifdef UB
  int *x = (int *)(void *)&p.x;
  return *x;
#else
  return p.x;
#endif
}
