// kind: alignment
// seen by: ubsan
#ifdef UB
#define AT 1
#else
#define AT 4
#endif
int main(void) {
  _Alignas(4) char bytes[8] = {0};
  int *p = (int *)(bytes + AT);
  return *p;
}
