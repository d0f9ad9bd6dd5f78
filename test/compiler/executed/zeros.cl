// Choices between a number and a zero: IEEE 754 defines which zero it is. LLVM makes minima and maxima of them, which
// choose another one.
__constant uint reals[8] = {0x00000000u, 0x80000000u, 0x3f800000u, 0xbf800000u, 0x7fc00000u, 0x7f800000u, 0xff800000u, 0x00800000u};

#define EACH(X, COMPARE, Y) bits = bits * 31 + as_int((X) COMPARE (Y) ? (X) : (Y)); bits = bits * 31 + as_int((X) COMPARE (Y) ? (Y) : (X))
#define ALL(X, Y) EACH(X, <, Y); EACH(X, <=, Y); EACH(X, >, Y); EACH(X, >=, Y); EACH(Y, <, X); EACH(Y, >, X)

int scalars(float x) {
  int bits = 0;
  ALL(x, 0.0f);
  ALL(x, -0.0f);
  return isnan(x) ? bits & 0xff : bits;
}
int alone(float x, int which) {
  switch (which) {
    case 0: return as_int(x <= 0.0f ? x : 0.0f);
    case 1: return as_int(x < 0.0f ? x : 0.0f);
    case 2: return as_int(x > -0.0f ? x : -0.0f);
    default: return as_int(!(x >= 0.0f) ? 0.0f : x);
  }
}
int vectors(float x) {
  float4 v = (float4)(x, -x, x, 1.0f), zeros = (float4)(0.0f, -0.0f, 0.5f, 0.0f);
  int4 chosen = as_int4(select(zeros, v, v <= zeros)), other = as_int4(v < 0.0f ? v : (float4)0.0f);
  return chosen.x + chosen.y * 3 + chosen.z * 7 + chosen.w * 5 + other.x * 11 + other.y * 13 + other.z * 17;
}
__kernel void k(__global int *out, __global const int2 *in, int w, int h) {
  int i = get_global_id(0);
  float x = as_float(reals[(i + in[0].x - in[0].x) & 7]);
  int part = i >> 3 & 7;
  out[i] = part < 4 ? alone(x, part) : part < 6 ? scalars(isnan(x) ? 2.0f : x) : vectors(isnan(x) ? 3.0f : x);
}
