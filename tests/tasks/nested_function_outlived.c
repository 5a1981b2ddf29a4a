// A nested function is called by a pointer when the function around has returned, and when the block of a variable was left.
// options: -DRETURNED
// options: -DLEFT
// expect: violated(deref@7)
static int (*kept)(int);
static void make(void) {
  int x = 4; int add(int k) { return x + k; }
  kept = add;
}
static int left(void) {
  int (*inside)(int);
  {
#line 7
    int x = 4; int add(int k) { return x + k; }
    inside = add;
    if (inside(1) != 5) return 1;
  }
  return inside(1);
}
int main(void) {
#ifdef RETURNED
  make();
  return kept(1);
#else
  return left();
#endif
}
