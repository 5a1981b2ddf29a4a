// A stream is an object of the size that its header says.
// expect: holds
#include <stdio.h>
int main(void) {
  FILE *file = fopen("name", "r");
  if (file) (void)*file;
  return 0;
}
