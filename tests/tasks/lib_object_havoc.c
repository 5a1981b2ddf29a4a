// After this the object holds anything.
// expect: violated(assertion@8)
void __CPROVER_havoc_object(void *);
void __CPROVER_assert(_Bool, const char *);
int main(void) {
  int numbers[2] = {1, 2};
  __CPROVER_havoc_object(&numbers[1]);
  __CPROVER_assert(numbers[0] == 1, "it was one");
  return 0;
}
