int a; // comment
int /* inner */ b; /* multi
line */ int c;
int d = 1 \
 + 2; char *s = "a\
b";
int e<:3:> = <%1, 2%>;
int f = 1+++2; int g = a---b;
int é = 1; int $dollar, \u00e9t\U000000e9 = \u00e9;
int h = 0xe+1; double i = 1e+1;
char *t = "// not a comment /* nor this */", u = '"', v = '\'';
# 100 "other.c"
int w;
//---
int x;
 %:pragma ignored
//---
# 5
#line 7 "x.c"
#
#ident "abc"
#pragma omp parallel
int y;
//---
int z = 5	;
