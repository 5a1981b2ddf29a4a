struct s { int a; unsigned b : 3, : 0, c : 5; char *d, e[4]; struct s *next; };
union u { int i; float f; struct { int x, y; }; union { long l; } inner; };
struct empty {};
struct flex { int n; char data[]; };
struct fwd; struct fwd *p;
struct { int x; } anon, *panon;
struct __attribute__((packed)) pk { char c; int i; } __attribute__((aligned(8))) v1;
struct pk2 { char c; int i __attribute__((packed, aligned(2))); } __attribute__((__packed__));
struct last { int x };
struct semis { ; int x;; _Static_assert(1, "ok"); __extension__ union { int a; }; };
enum e { A, B = 2, C, D = B + C, } e1;
enum fwd_e; enum { X };
enum at { P __attribute__((deprecated)), Q __attribute__((unused)) = 3 };
#pragma pack(push, 1)
struct p1 { char c; int i; };
#pragma pack(2)
struct p2 { char c; int i; };
#pragma pack(pop)
struct p0 { char c; int i; };
#pragma pack(push, name, 4)
struct p4 { char c; };
#pragma pack(pop, name)
#pragma GCC diagnostic ignored "-Wall"
struct p5 { char c; };
struct bits { const unsigned int x : 1; _Bool y : 1; };
