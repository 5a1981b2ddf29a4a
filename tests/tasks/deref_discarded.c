// A value that nobody uses is read nevertheless: by a pointer, there must be an object.
// property: deref
// expect: violated(deref@9) violated(deref@10) violated(deref@11)
extern int __VERIFIER_nondet_int(void);
struct s { int x; struct { int y, z; } inner; };
int main(void) {
  struct s *p = 0, s = {0};
  switch (__VERIFIER_nondet_int()) {
  case 0: p->x; break;
  case 1: (void)*p; break;
  case 2: p->inner; break;
  // No access.
  case 3: (void)&p->x; (void)sizeof *p; break;
  case 4: p = &s; p->x; *p; p->inner; break;
  }
}
