// Reads lines `operation round a b c` (bit patterns in hexadecimal) and prints the result's bit pattern as gcc computes
// it with _Float16 in that rounding mode. Rounds: 0 nearest even, 1 up, 2 down, 3 toward zero.
#define _GNU_SOURCE
#include <fenv.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#pragma STDC FENV_ACCESS ON

static _Float16 half(unsigned bits) {
  uint16_t low = (uint16_t)bits;
  _Float16 value;
  memcpy(&value, &low, 2);
  return value;
}
static unsigned bits_of(_Float16 value) {
  uint16_t bits;
  memcpy(&bits, &value, 2);
  return bits;
}
static float single(unsigned bits) {
  float value;
  memcpy(&value, &bits, 4);
  return value;
}

static int is(const char *a, const char *b) { return strcmp(a, b) == 0; }

static unsigned compute(const char *op, unsigned x, unsigned y, unsigned z) {
  volatile _Float16 a = half(x), b = half(y), c = half(z), r = 0;
  if (is(op, "add")) r = a + b;
  else if (is(op, "sub")) r = a - b;
  else if (is(op, "mul")) r = a * b;
  // Quadruple precision holds every such sum exactly.
  else if (is(op, "fma")) r = (_Float16)((__float128)a * (__float128)b + (__float128)c);
  else if (is(op, "sqrt")) r = (_Float16)sqrtf(a);
  else if (is(op, "floor")) r = (_Float16)floorf(a);
  else if (is(op, "ceil")) r = (_Float16)ceilf(a);
  else if (is(op, "trunc")) r = (_Float16)truncf(a);
  else if (is(op, "rndne")) r = (_Float16)roundevenf(a);
  else if (is(op, "from_u16")) r = (_Float16)(uint16_t)x;
  else if (is(op, "from_i16")) r = (_Float16)(int16_t)x;
  else if (is(op, "ldexp")) r = (_Float16)ldexp(a, (int16_t)y);
  else if (is(op, "single")) r = (_Float16)single(x);
  else return 0x10000;
  return bits_of(r);
}

int main(void) {
  static const int rounds[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
  char op[16];
  unsigned round, a, b, c;
  while (scanf("%15s %u %x %x %x", op, &round, &a, &b, &c) == 5) {
    fesetround(rounds[round & 3]);
    printf("%x\n", compute(op, a, b, c));
  }
  return 0;
}
