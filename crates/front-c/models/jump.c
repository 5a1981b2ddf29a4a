/* `longjmp`. A `jmp_buf` holds the address of the frame of the function that called `setjmp`, a constant object that dies
   when this function returns and holds the number of its thread, and the number of the call of `setjmp` in this function.
   `longjmp` only says where to jump: the front end (`lower/jumps.rs`) lets every function that has called it return at
   once, up to the one with that frame. */
typedef __typeof__(sizeof 0) size_t;

/* Where the thread is jumping to, as long as it does. */
static _Thread_local struct {
  const void *frame;
  size_t call;
  int value;
} jump;

void __hecaton_set_jump(void *environment, const size_t *frame, size_t call) {
  ((const size_t **)environment)[0] = frame;
  ((size_t *)environment)[1] = call;
}
const void *__hecaton_jump_target(void) { return jump.frame; }
size_t __hecaton_jump_call(void) { return jump.call; }
int __hecaton_end_jump(void) {
  jump.frame = 0;
  return jump.value;
}

void longjmp(void *environment, int value) {
  const size_t *caller_of_setjmp = ((const size_t **)environment)[0];
  __hecaton_readable(caller_of_setjmp, sizeof(size_t));
  if (__hecaton_can_make_threads())
    __CPROVER_assert(*caller_of_setjmp == __hecaton_thread(), "`longjmp` is called by the thread that called `setjmp`");
  jump.frame = caller_of_setjmp;
  jump.call = ((size_t *)environment)[1];
  jump.value = value != 0 ? value : 1;
}
void _longjmp(void *environment, int value) { longjmp(environment, value); }
void siglongjmp(void *environment, int value) { longjmp(environment, value); }
void __longjmp_chk(void *environment, int value) { longjmp(environment, value); }
