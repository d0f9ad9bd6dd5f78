// Reads lines `operation round a b c` (bit patterns in hexadecimal) and prints the result's bit pattern as the
// processor and glibc compute it in that rounding mode. Rounds: 0 nearest even, 1 up, 2 down, 3 toward zero.
#define _GNU_SOURCE
#include <fenv.h>
#include <inttypes.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#pragma STDC FENV_ACCESS ON

static float f32(uint64_t bits) {
  uint32_t low = (uint32_t)bits;
  float value;
  memcpy(&value, &low, 4);
  return value;
}
static double f64(uint64_t bits) {
  double value;
  memcpy(&value, &bits, 8);
  return value;
}
static uint64_t bits32(float value) {
  uint32_t bits;
  memcpy(&bits, &value, 4);
  return bits;
}
static uint64_t bits64(double value) {
  uint64_t bits;
  memcpy(&bits, &value, 8);
  return bits;
}

static int is(const char *a, const char *b) { return strcmp(a, b) == 0; }

static uint64_t single(const char *op, volatile float a, volatile float b, volatile float c) {
  volatile float r = 0;
  if (is(op, "fadd")) r = a + b;
  else if (is(op, "fsub")) r = a - b;
  else if (is(op, "fmul")) r = a * b;
  else if (is(op, "ffma")) r = fmaf(a, b, c);
  else if (is(op, "ffloor")) r = floorf(a);
  else if (is(op, "fceil")) r = ceilf(a);
  else if (is(op, "ftrunc")) r = truncf(a);
  else if (is(op, "frint")) r = roundevenf(a);
  else if (is(op, "feq")) return a == b;
  else if (is(op, "fne")) return a != b;
  else if (is(op, "flt")) return a < b;
  else if (is(op, "fle")) return a <= b;
  else if (is(op, "f64FromF32")) return bits64((double)a);
  return bits32(r);
}

static uint64_t twice(const char *op, volatile double a, volatile double b, volatile double c) {
  volatile double r = 0;
  if (is(op, "dadd")) r = a + b;
  else if (is(op, "dsub")) r = a - b;
  else if (is(op, "dmul")) r = a * b;
  else if (is(op, "dfma")) r = fma(a, b, c);
  else if (is(op, "dfloor")) r = floor(a);
  else if (is(op, "dceil")) r = ceil(a);
  else if (is(op, "dtrunc")) r = trunc(a);
  else if (is(op, "drint")) r = roundeven(a);
  else if (is(op, "deq")) return a == b;
  else if (is(op, "dne")) return a != b;
  else if (is(op, "dlt")) return a < b;
  else if (is(op, "dle")) return a <= b;
  else if (is(op, "f32FromF64")) return bits32((float)a);
  return bits64(r);
}

static uint64_t fromInteger(const char *op, volatile uint32_t a) {
  volatile int32_t s = (int32_t)a;
  if (is(op, "f32FromU")) return bits32((float)a);
  if (is(op, "f32FromS")) return bits32((float)s);
  if (is(op, "f64FromU")) return bits64((double)a);
  return bits64((double)s);
}

int main(void) {
  static const int rounds[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
  char op[32];
  unsigned round;
  uint64_t a, b, c;
  while (scanf("%31s %u %" SCNx64 " %" SCNx64 " %" SCNx64, op, &round, &a, &b, &c) == 5) {
    fesetround(rounds[round & 3]);
    uint64_t result;
    if (is(op, "f32FromU") || is(op, "f32FromS") || is(op, "f64FromU") || is(op, "f64FromS")) result = fromInteger(op, (uint32_t)a);
    else if (op[0] == 'd' || is(op, "f32FromF64")) result = twice(op, f64(a), f64(b), f64(c));
    else result = single(op, f32(a), f32(b), f32(c));
    fesetround(FE_TONEAREST);
    printf("%" PRIx64 "\n", result);
  }
  return 0;
}
