// What comes from a socket is any text, and no longer than there is room for.
// property: assertion,bounds,deref
// expect: violated(assertion@17)
#include <assert.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
int main(void) {
  char text[8];
  struct sockaddr_in address;
  memset(&address, 0, sizeof address);
  int fd = socket(AF_INET, SOCK_STREAM, 0);
  if (fd < 0 || connect(fd, (struct sockaddr *)&address, sizeof address) != 0) return 1;
  ssize_t n = recv(fd, text, sizeof text, 0);
  if (n < 0) return 1;
  assert(n < 8);
  if (n < 8) text[n] = 0;
  return close(fd);
}
