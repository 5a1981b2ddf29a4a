# 1 "sample.c"
# 1 "<built-in>"
# 1 "<command-line>"
# 31 "<command-line>"
# 1 "/usr/include/stdc-predef.h" 1 3 4
# 32 "<command-line>" 2
# 1 "sample.c"
typedef unsigned long size_t;
typedef __builtin_va_list va_list;
typedef signed char int8_t;
typedef unsigned int uint32_t;
typedef struct _IO_FILE FILE;
extern FILE *stderr;
extern int fprintf(FILE *__restrict __stream, const char *__restrict __format, ...)
    __attribute__((__format__(__printf__, 2, 3)));
extern void *malloc(size_t __size) __attribute__((__nothrow__, __leaf__)) __attribute__((__malloc__))
    __attribute__((__alloc_size__(1)));
extern void free(void *__ptr) __attribute__((__nothrow__, __leaf__));
extern void abort(void) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
extern void __assert_fail(const char *__assertion, const char *__file, unsigned int __line, const char *__function)
    __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
extern __inline __attribute__((__gnu_inline__)) int toupper(int c) {
  return c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c;
}
__extension__ typedef long long quad_t;
__extension__ typedef struct { long long int quot; long long int rem; } lldiv_t;

enum color { RED, GREEN = 5, BLUE = GREEN << 1 };

union value {
  int i;
  float f;
  unsigned char bytes[sizeof(int)];
};

struct node {
  struct node *next;
  union value value;
  unsigned flags : 3, kind : 5;
  int (*compare)(const struct node *, const struct node *);
  enum color color;
};

#pragma pack(push, 1)
struct header {
  unsigned char tag;
  uint32_t length;
  char data[];
} __attribute__((packed));
#pragma pack(pop)

static const char *const names[] = {[RED] = "red", [GREEN] = "green" "ish", [BLUE] = "blue\n\t\x41\101"};
static int table[4][2] = {{1, 2}, {3, 4}, [3] = {[1] = 7}};
static struct node head = {.next = 0, .value = {.i = 3}, .flags = 5, .compare = 0};
static double ratios[] = {1.0, 2.5e-3, 0x1.8p3, .5f, 3.};
volatile int shared;
static _Thread_local int local;
int (*handlers[3])(int, ...);
char *(*(*strange)(void))[5];

static int compare(const struct node *a, const struct node *b) {
  return a->value.i < b->value.i ? -1 : a->value.i > b->value.i;
}

static struct node *push(struct node **list, int value) {
  struct node *n = (struct node *)malloc(sizeof *n);
  if (!n)
    abort();
  *n = (struct node){.next = *list, .value.i = value, .compare = &compare};
  *list = n;
  return n;
}

static unsigned count(const struct node *list) {
  unsigned total = 0;
  for (; list; list = list->next)
    total++;
  return total;
}

static void reverse(struct node **list) {
  struct node *prev = ((void *)0), *current = *list;
  while (current) {
    struct node *next = current->next;
    current->next = prev;
    prev = current, current = next;
  }
  *list = prev;
}

static int classify(int c) {
  switch (c) {
  case '0' ... '9':
    return 1;
  case 'a':
  case 'b':
    c++;
  case 'c': {
    int d = c * 2;
    if (d > 200)
      break;
    else if (d > 100)
      return d;
    else
      goto done;
  }
  default:
    return -1;
  }
done:
  return c;
}

static int sum(int n, ...) {
  va_list ap;
  int total = 0;
  __builtin_va_start(ap, n);
  do {
    total += __builtin_va_arg(ap, int);
  } while (--n > 0);
  __builtin_va_end(ap);
  return total;
}

int old_style(a, b, c)
int a, b;
char *c;
{
  return a + b + *c;
}

static int interpret(const unsigned char *code) {
  static void *dispatch[] = {&&op_inc, &&op_dec, &&op_stop};
  int acc = 0;
  goto *dispatch[*code++];
op_inc:
  acc++;
  goto *dispatch[*code++];
op_dec:
  acc--;
  goto *dispatch[*code++];
op_stop:
  return acc;
}

static inline __attribute__((always_inline)) uint32_t swap(uint32_t x) {
  __asm__ volatile("bswap %0" : "=r"(x) : "0"(x) : "cc");
  return x;
}

static int largest(int n, int values[static n]) {
  int best = ({
    int first = values[0];
    first > 0 ? first : 0;
  });
  __auto_type i = 1;
  for (; i < n; ++i)
    best = best > values[i] ? best : values[i];
  return best ?: -1;
}

int kind_of(double x) {
  return _Generic(x, int: 1, double: 2, default: 3) + __builtin_types_compatible_p(int, long);
}

int main(int argc, char **argv) {
  struct node *list = 0;
  int matrix[3][4], i, j;
  char buffer[] = "text", *end = buffer + sizeof(buffer) - 1;
  unsigned long long big = 0xffffffffffffffffULL, mask = ~0UL << 4 & 0x7f | 1u ^ 2;
  _Static_assert(sizeof(int) >= 2, "int is small");
  for (i = 0; i < 3; i++)
    for (j = 0; j < 4; j++) {
      if (i == j)
        continue;
      matrix[i][j] = i * 4 + j;
    }
  for (int k = argc; k --> 0;)
    push(&list, k);
  reverse(&list);
  if ((count(list) != (unsigned)argc) || !(argv[0] != 0 && *argv[0])) {
    fprintf(stderr, "%s: %u\n", __func__, count(list));
    ((list == 0) ? (void)(0) : __assert_fail("list == 0", "sample.c", 180, __extension__ __PRETTY_FUNCTION__));
  }
  big >>= 3, big %= 7, mask |= (unsigned long long)__builtin_offsetof(struct node, value.bytes[2]);
  while (list) {
    struct node *dead = list;
    list = list->next;
    free(dead);
  }
  *end = '\0';
  return (int)(big & mask) + sum(3, 1, 2, 3) + classify(buffer[0]) + (table[0], -head.flags);
}
