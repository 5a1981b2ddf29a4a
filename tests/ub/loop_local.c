// kind: deref
// seen by: none, the next round has it at the same address
// A local of the body of a loop dies in every round.
int main(void) {
  int first = 0, *p = &first;
  for (int i = 0; i < 2; i++) {
    int here = 0;
    if (i == 1) first = *p;
#ifdef UB
    p = &here;
#endif
    here = i;
  }
  return first;
}
