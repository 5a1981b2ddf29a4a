// Of an external object of type `void` (GNU C) only the address is known.
// expect: unknown
extern void end;
int main(void) { return *(int *)&end; }
