// Float arithmetic on inputs.
// expect: violated(assertion@10)
extern float nondet_float(void);
int main(void) {
  float x = nondet_float();
  if (x >= 1.0f && x <= 2.0f) {
    float y = x + 1.0f;
    __CPROVER_assert(y >= 2.0f && y <= 3.0f, "monotonic");
  }
  if (x == x) __CPROVER_assert(x - x == 0.0f, "infinity minus infinity");
  return 0;
}
