/* The number of the last error. The models write it by a function of their own, so that only a program that looks at it
   sees what is assumed of it. */
int __hecaton_any_int(void);

static _Thread_local int error_number;
int *__hecaton_errno(void) { return &error_number; }
int *__errno_location(void) {
  __hecaton_assumed("`errno` is taken to be set by functions of input, output and the system, by allocation never, by mathematical functions on errors (`MATH_ERRNO`), and by no others but where C or POSIX says so");
  return &error_number;
}
/* A failure with any number of an error. */
int __hecaton_failed(void) {
  int error = __hecaton_any_int();
  __CPROVER_assume(error > 0);
  error_number = error;
  return -1;
}
/* Success may leave the number of an error behind too (C17 7.5), but never zero. */
int __hecaton_succeeded(void) {
  int now = error_number, error = __hecaton_any_int();
  __CPROVER_assume(error > 0 || error == now);
  error_number = error;
  return 0;
}
/* An error of a mathematical function that is an operator here. */
void __hecaton_math_error(int error, int yes) { error_number = yes ? error : error_number; }
