/* Memory that is allocated by other means than `malloc`. */
typedef __typeof__(sizeof 0) size_t;

void *malloc(size_t size);
void free(void *object);
void *memcpy(void *to, const void *from, size_t size);
int __hecaton_any_int(void);
void *__hecaton_malloc_aligned(size_t size, size_t align);
void *__hecaton_malloc_instead(size_t size, void *old);
_Bool __hecaton_any_bool(void);

void *realloc(void *old, size_t size) {
  if (old == 0) return malloc(size);
  if (__hecaton_heap(old) == 0 || __hecaton_offset(old) != 0) {
    /* `free` finds out. */
    free(old);
    return 0;
  }
  if (size == 0) {
    /* C17 leaves open whether the old object goes, and whether there is a new one without bytes. */
    if (__hecaton_any_bool()) return 0;
    free(old);
    return __hecaton_any_bool() ? 0 : malloc(0);
  }
  size_t before = __hecaton_size(old);
  /* It may move or stay. */
  void *new = __hecaton_malloc_instead(size, old);
  if (new == 0) return 0;
  memcpy(new, old, before < size ? before : size);
  free(old);
  return new;
}

void *reallocarray(void *old, size_t count, size_t size) {
  size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes)) return 0;
  return realloc(old, bytes);
}

static int is_power(size_t n) { return n != 0 && (n & n - 1) == 0; }

/* An alignment that is none may be refused or rounded up. */
void *aligned_alloc(size_t align, size_t size) {
  if (is_power(align)) return __hecaton_malloc_aligned(size, align);
  return __hecaton_any_bool() ? malloc(size) : 0;
}
void *memalign(size_t align, size_t size) { return aligned_alloc(align, size); }
void *valloc(size_t size) { return __hecaton_malloc_aligned(size, 4096); }
void *pvalloc(size_t size) { return valloc(size + 4095 & ~(size_t)4095); }
int posix_memalign(void **result, size_t align, size_t size) {
  if (!is_power(align) || align % sizeof(void *) != 0) return 22;
  void *made = __hecaton_malloc_aligned(size, align);
  if (made == 0) return 12;
  *result = made;
  return 0;
}
void cfree(void *object) { free(object); }

/* At least what was asked for; the library may have rounded it up. */
size_t malloc_usable_size(void *object) {
  if (object == 0) return 0;
  size_t size = __hecaton_size(object), more = (size_t)__hecaton_any_int() & 31;
  return __hecaton_approximate(size + more);
}
