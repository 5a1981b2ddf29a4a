// std: c23
[[nodiscard]] int f(void); [[deprecated("no"), gnu::packed, maybe_unused]] int x; [[vendor::thing(a b ! {c})]] int y;
bool b = true, c = false; int *p = nullptr; constexpr int k = 5; constexpr auto kk = 6; auto z = 1.5; auto int old; static auto sa = 1; auto extern ae; __typeof_unqual__(1) ug;
typeof_unqual(const int) tu; typeof(int) t; alignas(8) int al; thread_local int tl; static_assert(alignof(int) == 4);
int g() { [[fallthrough]]; [[maybe_unused]] int v; switch (1) { case 1: [[fallthrough]]; default: } label: int d = 1; return 1'000'000 + 0b1010'1010; }
enum e : unsigned char { A, B [[deprecated]] = 2 }; enum fwd : long; struct [[gnu::packed]] s { int x [[gnu::aligned(2)]]; };
int h(int [[maybe_unused]], ...); void va(...); int *[[gnu::aligned(8)]] q; int arr[3] [[gnu::unused]];
struct s i = {}; _BitInt(128) w = 0xffffffffffffffffffffwb; char8 = u8'a'; static_assert(1, "m");
int u(void) { return (static struct s){1}.x + (constexpr int){3}; }
//---
bool b;
//---
int f(void) { bool x = true; }
//---
int true = 1, nullptr, static_assert, thread_local, constexpr, alignas; int f(void) { return true; }
