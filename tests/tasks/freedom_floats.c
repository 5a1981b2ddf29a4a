// Excess precision or a contraction to fma would change the result (5.2.4.2.2p9, 6.5p8).
// expect: holds
// assumes: each floating-point operation is rounded to the precision of its type: no excess precision (`FLT_EVAL_METHOD` 0), no contraction (`FP_CONTRACT` off)
#include <assert.h>
int main(void) {
  double tenth = 0.1, ten = 10.0;
  assert(tenth * ten - 1.0 == 0.0);
  return 0;
}
