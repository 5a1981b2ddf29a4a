// A compound literal of constants is a constant in the initialiser of a static object.
// expect: holds
int x = (int){42}, y = ((int){7}), *p = &(int){3};
const double z = (double){2};
struct s {
  int a, b;
} s = {(int){1}, (char){257}}, t = (struct s){3, (int){4}};
int main(void) {
  static long local = (long){5};
  __CPROVER_assert(x == 42 && y == 7 && *p == 3 && z == 2.0 && local == 5, "");
  __CPROVER_assert(s.a == 1 && s.b == 1 && t.a == 3 && t.b == 4, "");
  *p = 4;
  __CPROVER_assert(*p == 4, "its own object");
}
