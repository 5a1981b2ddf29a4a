// The texts of the environment are not the program's to write.
// expect: violated(deref@4)
#include <stdlib.h>
int main(void) { char *a = getenv("A"); if (a && a[0]) a[0] = 'x'; }
