/* Functions that are otherwise lowered where they are called, for calls through pointers. */
typedef __typeof__(sizeof 0) size_t;

void *malloc(size_t size);
void *calloc(size_t count, size_t size);
void free(void *object);
void *memcpy(void *to, const void *from, size_t n);
void *memmove(void *to, const void *from, size_t n);
void *memset(void *to, int byte, size_t n);
void abort(void);
void exit(int status);

void *__hecaton_malloc(size_t size) { return malloc(size); }
void *__hecaton_calloc(size_t count, size_t size) { return calloc(count, size); }
void __hecaton_free(void *object) { free(object); }
void *__hecaton_memcpy(void *to, const void *from, size_t n) { return memcpy(to, from, n); }
void *__hecaton_memmove(void *to, const void *from, size_t n) { return memmove(to, from, n); }
void *__hecaton_memset(void *to, int byte, size_t n) { return memset(to, byte, n); }
void __hecaton_abort(void) { abort(); }
void __hecaton_exit(int status) { exit(status); }
