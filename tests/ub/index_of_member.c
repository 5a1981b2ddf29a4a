// kind: bounds
// seen by: ubsan
// Past the end of a member, inside of the struct.
#ifdef UB
#define I 2
#else
#define I 1
#endif
struct pair { char name[2]; char rest[2]; };
int main(void) {
  struct pair p = {{0}, {0}};
  int i = I;
  return p.name[i];
}
