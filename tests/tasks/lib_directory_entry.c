// The name of an entry can be anything.
// property: assertion
// expect: violated(assertion@8)
#include <assert.h>
#include <dirent.h>
int main(void) {
  DIR *folder = opendir(".");
  if (folder) for (struct dirent *e = readdir(folder); e; e = 0) assert(e->d_name[0] == '.');
  return 0;
}
