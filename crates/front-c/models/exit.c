/* The end of a program by `exit`, or by returning from `main`: what was registered runs in reverse order. */

static void (*at_exit[32])(void);
static int at_exit_count;
static void (*at_quick_exit_list[32])(void);
static int at_quick_exit_count;

int atexit(void (*function)(void)) {
  if (at_exit_count == 32) __hecaton_unsupported("more than 32 functions that run at the end");
  at_exit[at_exit_count++] = function;
  return 0;
}
/* Before the program starts, for what runs at its very end. */
void __hecaton_at_exit(void (*function)(void)) {
  if (at_exit_count == 32) __hecaton_unsupported("more than 32 functions that run at the end");
  at_exit[at_exit_count++] = function;
}
int at_quick_exit(void (*function)(void)) {
  if (at_quick_exit_count == 32) __hecaton_unsupported("more than 32 functions that run at the end");
  at_quick_exit_list[at_quick_exit_count++] = function;
  return 0;
}
/* The thread that ends the program, counted from one: a function that it runs for that must not end it again (7.22.4.4p2). */
static unsigned long ending;
static void begin_end(void) {
  __CPROVER_assert(ending != __hecaton_thread() + 1, "the program is not ended again by what runs at its end");
  ending = __hecaton_thread() + 1;
}
void __hecaton_run_at_exit(void) {
  begin_end();
  while (at_exit_count > 0) at_exit[--at_exit_count]();
}
void __hecaton_run_at_quick_exit(void) {
  begin_end();
  while (at_quick_exit_count > 0) at_quick_exit_list[--at_quick_exit_count]();
}
