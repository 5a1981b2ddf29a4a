/* Builtins on bits, overflow and atomics, at run time and in constant expressions. */
static unsigned words[] = {1, 2, 3, 0x80000000u, 0xffffffffu, 0x7fffffffu, 0x12345678u, 65536};
static unsigned long long longs[] = {1, ~0ull, 1ull << 63, 0x123456789abcdef0ull, 1ull << 32, 1ull << 31};
static unsigned hash = 17;
static void mix(unsigned long long x) { hash = hash * 31 + (unsigned)x + (unsigned)(x >> 32) * 7; }

_Static_assert(__builtin_clz(1) == 31 && __builtin_ctzll(1ull << 40) == 40, "found");
_Static_assert(__builtin_popcountl(255) == 8 && __builtin_parity(7) == 1, "counted");
_Static_assert(__builtin_ffs(0) == 0 && __builtin_ffsll(8) == 4 && __builtin_clrsb(-1) == 31, "first");
_Static_assert(__builtin_bswap32(0x11223344) == 0x44332211 && __builtin_bswap16(0x1122) == 0x2211, "swapped");
_Static_assert(__builtin_add_overflow_p(1, __INT_MAX__, (int)0) && !__builtin_mul_overflow_p(3, 5, (char)0), "fits");

struct part { int a; char b[10]; struct { short c; double d[3]; } e[4]; };

int main(void) {
  for (unsigned i = 0; i < sizeof words / sizeof *words; i++) {
    unsigned x = words[i];
    mix(__builtin_clz(x)), mix(__builtin_ctz(x)), mix(__builtin_popcount(x)), mix(__builtin_parity(x));
    mix(__builtin_ffs(x)), mix(__builtin_clrsb(x)), mix(__builtin_bswap16(x)), mix(__builtin_bswap32(x));
    for (unsigned j = 0; j < sizeof words / sizeof *words; j++) {
      short narrow;
      unsigned long wide;
      mix(__builtin_add_overflow((int)x, words[j], &narrow)), mix(narrow);
      mix(__builtin_mul_overflow(-(long)x, words[j], &wide)), mix(wide);
      mix(__builtin_sub_overflow_p(x, words[j], (unsigned)0));
    }
  }
  for (unsigned i = 0; i < sizeof longs / sizeof *longs; i++) {
    unsigned long long x = longs[i];
    mix(__builtin_clzll(x)), mix(__builtin_ctzl(x)), mix(__builtin_popcountll(x)), mix(__builtin_parityl(x));
    mix(__builtin_ffsll(x)), mix(__builtin_clrsbl(x)), mix(__builtin_bswap64(x));
    mix((unsigned long long)(__builtin_bswap128((unsigned __int128)x << 40 | 99) >> 64));
    long r;
    mix(__builtin_ssubl_overflow(x, 77, &r)), mix(r);
  }
  mix(__builtin_ffs(0)), mix(__builtin_popcountll(0)), mix(__builtin_clrsb(0)), mix(__builtin_ffsl(0));
  int x = 3, y = 4, z = 9, a[3] = {1, 2, 3}, *p = a;
  __atomic_load(&x, &y, 5), mix(y);
  __atomic_exchange(&x, &z, &y, 5), mix(x * 10 + y);
  mix(__atomic_compare_exchange(&x, &y, &z, 0, 5, 5)), mix(x * 10 + y);
  mix(__atomic_compare_exchange(&x, &y, &a[2], 0, 5, 5)), mix(x * 10 + y);
  __atomic_store(&x, &a[1], 5), mix(x);
  __atomic_fetch_add(&p, 4, 5), mix(*p);
  char flag = 0;
  mix(__atomic_test_and_set(&flag, 5) + 2 * flag);
  mix(__atomic_always_lock_free(4, 0));
  mix(__builtin_classify_type(1.0f) * 100 + __builtin_classify_type(&x) * 10 + __builtin_classify_type((char)1));
  mix(__builtin_offsetof(struct part, e[2].d[1]) + __builtin_offsetof(struct part, b[x]));
  mix(__builtin_constant_p("text") + 2 * __builtin_constant_p(x) + 4 * __builtin_constant_p(1.5));
  char room[16];
  mix(__builtin_object_size(room, 0) + __builtin_object_size(room + 3, 0) + __builtin_object_size(p, 2));
  mix((char *)__builtin_mempcpy(room, "abcdef", 3) - room);
  __builtin___strcpy_chk(room, "xyz", 16), mix(room[2]);
  mix(__builtin_isinf_sign(-__builtin_inff64()) + __builtin_isnan(__builtin_nanf("")));
  return (int)(hash & 0x7fffffff);
}
