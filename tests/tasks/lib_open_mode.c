// A file that may be made wants a mode.
// expect: violated(deref@6)
#include <fcntl.h>
int main(void) {
  open("a", O_RDONLY), open("a", O_WRONLY | O_CREAT, 0644);
  open("a", O_WRONLY | O_CREAT);
}
