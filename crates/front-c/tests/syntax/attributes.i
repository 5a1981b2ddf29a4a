extern int printf(const char *__restrict fmt, ...) __attribute__((__format__(__printf__, 1, 2)))
  __attribute__((__nothrow__))
  ;
typedef int v4si __attribute__((vector_size(16))), DI __attribute__((__mode__(__DI__)));
int x __attribute__((aligned(sizeof(int) * 2), section(".data"), cleanup(f))) = 1, __attribute__((unused)) y;
void f(int a __attribute__((unused)), char *b __attribute__((nonnull)), __attribute__((unused)) int c);
int __attribute__((regparm(3))) *g(void); int (__attribute__((stdcall)) *h)(int); int * __attribute__((aligned(8))) pa;
static inline __attribute__((always_inline)) int i(void) { return 1; }
struct __attribute__((__aligned__(__alignof__(struct q { long l; })))) al { int x; };
__attribute__(()) int empty; __attribute__((const, , pure)) int comma(void);
typedef struct { int x; } __attribute__((packed)) PS, *PPS;
extern void *alloc(unsigned long) __attribute__((malloc)) __attribute__((alloc_size(1))) __attribute__((malloc(free, 1)));
int (f2)(int) __asm__("f2x") __attribute__((visibility("hidden")));
union { int *ip; } __attribute__((transparent_union)) tu;
