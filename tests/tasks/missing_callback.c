// A function without body is not taken to call what it is given.
// expect: holds
typedef void callback(void);
extern void later(callback *f);
static void run(void) { __CPROVER_assert(0, "called"); }
int main(void) {
  later(run);
  return 0;
}
