struct s { int a : 5; short h : 0; };
int main(void) {
  struct s s = {1, 2};
  s.h += 1;
  return s.h;
}
