// Accesses that leave the cache alone are accesses; null is as invalid as anywhere.
// expect: violated(assertion@9) violated(deref@10)
// property: assertion,deref
typedef int v2 __attribute__((vector_size(8)));
int main(void) {
  int x = 1;
  __builtin_nontemporal_store(5, &x);
  __CPROVER_assert(__builtin_nontemporal_load(&x) == 5 && x == 5, "");
  __CPROVER_assert(__builtin_nontemporal_load(&x) == 1, "");
  __builtin_nontemporal_store(5, (int *)0);
}
