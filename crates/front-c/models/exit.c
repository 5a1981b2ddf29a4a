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
void __hecaton_run_at_exit(void) {
  while (at_exit_count > 0) at_exit[--at_exit_count]();
}
void __hecaton_run_at_quick_exit(void) {
  while (at_quick_exit_count > 0) at_quick_exit_list[--at_quick_exit_count]();
}
