// Two constructors without a priority.
// expect: holds
// assumes: constructors of the same priority run in the order of the files and of their texts
static int order;
__attribute__((constructor)) static void first(void) { order = order * 10 + 1; }
__attribute__((constructor)) static void second(void) { order = order * 10 + 2; }
int main(void) { __CPROVER_assert(order == 12, "in the order of the text"); }
