/* The value of a bit-field has the field's own width. */
enum word { NONE, SOME = 70000 };
struct s {
  unsigned long long wide : 40;
  long long negative : 37;
  unsigned long half : 32;
  unsigned small : 5;
  enum word word : 20;
  _Bool bit : 1;
  char byte : 8;
};
#define KIND(e) _Generic((e), int: 1, unsigned: 2, long: 3, unsigned long: 4, signed char: 5, char: 6, default: 7)

int main(void) {
  struct s s = {-1, -5, -1, 31, SOME, 1, -1};
  unsigned long long sum = 0;
  sum = sum * 31 + (s.wide << 10);
  sum = sum * 31 + (s.wide + 1 == 0);
  sum = sum * 31 + (s.half + 1 == 0);
  sum = sum * 31 + (s.negative < s.small);
  sum = sum * 31 + (s.small - 32 < 0);
  sum = sum * 31 + sizeof(s.wide + 1) + sizeof(s.small = 1) * 10 + sizeof(s.word++) * 100 + sizeof(-s.bit) * 1000;
  sum = sum * 31 + KIND(s.half) * 10 + KIND(s.small) * 100 + KIND(+s.small) * 1000 + KIND(s.byte) * 10000;
  sum = sum * 31 + (s.small += 99) + s.wide++ + --s.negative + (s.bit += 7) + (s.word = 12345678);
  sum = sum * 31 + s.wide * 3 + s.negative * s.small;
  sum = sum * 31 + (unsigned long long)(1 ? s.wide : s.negative);
  return (int)(sum % 1000000007);
}
