// kind: overflow
// seen by: ubsan
// ++ of an int; that of a short converts and is defined by the implementation.
#ifdef UB
#define T int
#else
#define T short
#endif
int main(void) {
  T x = (T)2147483647;
  x++;
  return x == 7;
}
