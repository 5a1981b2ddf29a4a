// `asctime` is undefined for members beyond their ranges (7.27.3.1p3).
// expect: violated(assertion@6)
#include <time.h>
int main(void) {
  struct tm date = {.tm_mday = 32, .tm_year = 100};
  asctime(&date);
}
