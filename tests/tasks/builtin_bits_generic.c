// The generic builtins take the type of their argument as it is, and say what they give for zero.
// expect: holds
unsigned char nondet_uchar(void);
int main(void) {
  unsigned char c = nondet_uchar();
  unsigned __int128 wide = (unsigned __int128)1 << 100;
  if (c >= 16 && c < 32) __CPROVER_assert(__builtin_clzg(c) == 3, "");
  if (c == 0) __CPROVER_assert(__builtin_clzg(c, -1) == -1 && __builtin_ctzg(c, 8) == 8, "");
  __CPROVER_assert(__builtin_clzg(wide) == 27 && __builtin_ctzg(wide) == 100 && __builtin_popcountg(wide) == 1, "");
  __CPROVER_assert(__builtin_ctzg(8ull, 0) == 3 && __builtin_popcountg((unsigned short)0xffff) == 16, "");
}
