// Two operands write a variable that neither of them reads.
// property: sequence
// expect: violated(sequence@5)
int main(void) {
  int x, sum = (x = 1) + (x = 2); // fails
  return sum + x;
}
