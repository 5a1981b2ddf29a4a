// What `__alignof__` says of objects, members and typedefs.
// expect: violated(assertion@20)
void __VERIFIER_assert(int cond);
typedef int wide_int __attribute__((aligned(16)));
wide_int *to_wide;
int __attribute__((aligned(16))) *aligned_pointer;
int(__attribute__((aligned(16))) * pointer_to_aligned);
struct mixed {
  char a;
  int packed __attribute__((packed));
  int aligned __attribute__((aligned(32)));
};
int main(void) {
  struct mixed m;
  int local __attribute__((aligned(64)));
  __VERIFIER_assert(__alignof__(*to_wide) == 16 && __alignof__(to_wide) == sizeof(void *));
  __VERIFIER_assert(__alignof__(aligned_pointer) == 16 && __alignof__(*aligned_pointer) == 4);
  __VERIFIER_assert(__alignof__(pointer_to_aligned) == sizeof(void *) && __alignof__(*pointer_to_aligned) == 16);
  __VERIFIER_assert(__alignof__(m.packed) == 1 && __alignof__(m.aligned) == 32 && __alignof__(local) == 64);
  __VERIFIER_assert(__alignof__(m.packed) == 4);
  return 0;
}
