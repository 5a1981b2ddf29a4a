/* Designators of several steps, flexible members, addresses as numbers, constructors, atomic builtins. */
static unsigned sum;
static int mix(int x) { sum = sum * 31 + (unsigned)x; return x; }

struct corner { int x, y; };
union shape { struct { struct corner a, b; } box; int raw[4]; };
struct item { char tag; union shape u; int after[3]; struct { int hidden; union { int deep; char c; }; }; };

static struct item one = {'a', .u.box.b = {5, 6}, 7, 8, 9, .deep = 11};
static struct item two = {.u.box.a.y = 2, 3, 4, .after[1] = 5, 6, {7, {8}}};
static struct item many[3] = {[1].u.raw[2] = 4, 5, [0].tag = 'z', {{{1}}}, [2] = {'q', {{{1, 2}}}}};
static int matrix[3][4] = {[1][2] = 5, 6, 7, [0] = {1}, [2][3] = 9};
static struct { int n; short data[]; } flexible = {3, {10, 20, 30}}, text = {1, {'x'}};
static unsigned long number = (unsigned long)&matrix[1][2];
static char padding[(unsigned)&((struct item *)0)->after];
static int size_first[2], tentative[];
static int tentative[4];
int extended[3];
int extended[] = {1};
static const char *names[][2] = {{"a", "b"}, {[1] = "c"}};
static int *literal = (int[]){4, 5, 6};
static struct corner *corner = &(struct corner){.y = 3};
static void *invalid = (void *)-1, *odd = (char *)0 + 12;
static int *tagged = (int *)((unsigned long)&matrix[0][0] + 8);
static unsigned long sum_of = (unsigned long)&matrix + 12;
static int early;
__attribute__((constructor)) static void before(void) { early = 42; }

static void show(const struct item *i) {
  mix(i->tag); for (int k = 0; k < 4; k++) mix(i->u.raw[k]);
  for (int k = 0; k < 3; k++) mix(i->after[k]);
  mix(i->hidden); mix(i->deep);
}

int main(void) {
  show(&one); show(&two);
  for (int i = 0; i < 3; i++) show(&many[i]);
  for (int i = 0; i < 3; i++) for (int j = 0; j < 4; j++) mix(matrix[i][j]);
  mix(flexible.data[2]); mix(text.data[0]); mix(sizeof flexible);
  *(int *)number = 55; mix(matrix[1][2]); mix(sizeof padding);
  mix(sizeof tentative / sizeof(int)); mix(extended[2] + extended[0]); mix(sizeof extended); mix(size_first[1]);
  mix(names[0][1][0]); mix(names[1][0] == 0); mix(names[1][1][0]); mix(early); mix(*tagged); mix(*(int *)sum_of); literal[1]++; mix(literal[1] + literal[2]); mix(corner->y); mix(invalid == (void *)-1); mix((int)(long)odd);
  struct item local = {'a', .u.box.b = {early, 6}, 7, 8, 9, .deep = 11}; show(&local);
  struct corner cs[] = {[2] = {1, 2}, {3}, [0].y = 9}; mix(sizeof cs / sizeof *cs); mix(cs[3].x + cs[0].y);
  int counter = 5, expected = 6, *p = &counter;
  mix(__sync_fetch_and_add(p, 3)); mix(__sync_sub_and_fetch(p, 1)); mix(__sync_bool_compare_and_swap(p, 7, 20)); mix(counter);
  mix(__sync_val_compare_and_swap(p, 7, 21)); mix(__atomic_load_n(p, 5)); __atomic_store_n(p, 8, 5); mix(__atomic_exchange_n(p, 9, 5));
  mix(__atomic_compare_exchange_n(p, &expected, 1, 0, 5, 5)); mix(expected); mix(__atomic_fetch_xor(p, 3, 5)); mix(__sync_lock_test_and_set(p, 4)); mix(counter);
  _Static_assert(__builtin_popcount(0xff) == 8 && __builtin_ctz(8) == 3 && __builtin_bswap32(1) == 0x1000000, "constants");
  return (int)sum;
}
