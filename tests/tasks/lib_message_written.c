// Messages of errors are not the program's to write.
// expect: violated(deref@4)
#include <string.h>
int main(void) { char *a = strerror(1); if (a[0]) a[0] = 'x'; }
