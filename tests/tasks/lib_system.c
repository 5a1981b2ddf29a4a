// Arguments, users, addresses and mapped memory.
// expect: violated(assertion@33)
#include <arpa/inet.h>
#include <inttypes.h>
#include <pwd.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
int main(void) {
  char *argv[] = {"program", "-ab", "-c5", "-d", "x", "--", "rest", 0};
  const char *options = "abc:d:";
  __CPROVER_assert(getopt(7, argv, options) == 'a' && getopt(7, argv, options) == 'b' && optarg == 0, "two in one");
  __CPROVER_assert(getopt(7, argv, options) == 'c' && strcmp(optarg, "5") == 0, "in the same argument");
  __CPROVER_assert(getopt(7, argv, options) == 'd' && strcmp(optarg, "x") == 0, "in the next argument");
  __CPROVER_assert(getopt(7, argv, options) == -1 && optind == 6, "the end");
  struct in_addr address;
  address.s_addr = htonl(0x7f000001);
  __CPROVER_assert(strcmp(inet_ntoa(address), "127.0.0.1") == 0, "address");
  __CPROVER_assert(imaxabs(-5) == 5 && imaxdiv(7, 2).rem == 1, "numbers");
  struct passwd *user = getpwuid(3);
  if (user != 0) {
    __CPROVER_assert(user->pw_uid == 3 && strlen(user->pw_name) < 64, "user");
    __CPROVER_assert(strcmp((user = getpwnam("root")) ? user->pw_name : "root", "root") == 0, "name");
  }
  char *page = mmap(0, 5000, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (page == MAP_FAILED) return 1;
  __CPROVER_assert(page[4999] == 0, "zero");
  page[8191] = 1;
  munmap(page, 5000);
  char *unknown[] = {"program", "-x", 0};
  optind = 1;
  __CPROVER_assert(getopt(2, unknown, options) == '?' && optopt == 'x', "unknown");
  __CPROVER_assert(optind == 1, "moved on");
}
