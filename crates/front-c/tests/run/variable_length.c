/* Arrays of variable length: types, parameters, scopes. */
static unsigned sum;
static int mix(int x) { sum = sum * 31 + (unsigned)x; return x; }
static int trace(int n, int a[n][n]);
static int total(int n, int m, int (*a)[m], int b[static n]) { int t = 0; for (int i = 0; i < n; i++) { t += b[i]; for (int j = 0; j < m; j++) t += a[i][j]; } return t + sizeof *a; }
static int trace(int n, int a[n][n]) { int t = 0; for (int i = 0; i < n; i++) t += a[i][i]; return t; }
int main(void) {
  int n = 3; typedef char T[n]; n = 7; T x; mix(sizeof(T)); mix(sizeof x); char (*p)[n] = 0; mix(sizeof *p); mix(sizeof(int[n][2])); mix(sizeof(char[n + 1]));
  int k = 4, a[k][k]; for (int i = 0; i < k; i++) for (int j = 0; j < k; j++) a[i][j] = i * j + 1;
  mix(trace(k, a)); int b[k]; for (int i = 0; i < k; i++) b[i] = i; mix(total(k, k, a, b)); int (*row)[k] = a; row++; mix((*row)[2]); mix(sizeof a[0]); mix(&a[2][1] - &a[0][0]); mix(row - a);
  for (int r = 1; r < 5; r++) { char buf[r]; buf[r - 1] = r; mix(buf[r - 1]); mix(sizeof buf); if (r == 3) continue; }
  int i = 0; mix(sizeof(char[++i])); mix(i);
  mix(__alignof__(x)); 
  return (int)sum;
}
