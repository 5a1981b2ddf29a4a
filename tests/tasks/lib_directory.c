// A directory has any entries, whose names are texts.
// property: assertion,deref
// expect: holds
#include <assert.h>
#include <dirent.h>
int main(void) {
  DIR *folder = opendir(".");
  if (!folder) return 1;
  struct dirent *entry = readdir(folder);
  if (entry) assert(entry->d_name[0] != 0 && entry->d_name[255] == 0);
  closedir(folder);
  return 0;
}
