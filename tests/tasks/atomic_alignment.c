// Atomic types of 1, 2, 4, 8 and 16 bytes are aligned to their size, also where the plain type is not.
// options: --data-model ILP32
// expect: holds
struct s { char c; _Atomic long long x; };
struct odd { char a[3]; };
struct even { char a[8]; };
_Static_assert(_Alignof(_Atomic long long) == 8 && _Alignof(_Atomic(double)) == 8, "scalars");
_Static_assert(sizeof(struct s) == 16, "members");
_Static_assert(_Alignof(_Atomic struct odd) == 1 && _Alignof(_Atomic struct even) == 8, "structs");
int main(void) {
  __CPROVER_assert(sizeof(_Atomic struct odd) == 3, "no padding");
  return 0;
}
