// kind: overflow
// seen by: ubsan
// A compound assignment computes in the promoted type: a char cannot overflow, an int can.
#ifdef UB
#define T int
#else
#define T signed char
#endif
int main(void) {
  T x = 127, factor = 2;
  for (int i = 0; i < 32; i++) x *= factor;
  return x == 7;
}
