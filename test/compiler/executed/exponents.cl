// Exponents that are known when a kernel is compiled: clang 22 makes a product of ldexp, and powers of two below 2^-126
// are 0 for the GPU. Every result is a normal number, 0, an infinity or NaN: denormals depend on the device.
__constant uint reals[8] = {0x40400000u, 0xc0400000u, 0x7f7fffffu, 0xff7fffffu, 0x7f800000u, 0xff800000u, 0x00000000u, 0x80000000u};

#define STEP(...) sum = sum * 31 + __VA_ARGS__
int floats(float x) {
  int sum = 0;
  STEP(as_int(ldexp(x, -127)));
  STEP(as_int(ldexp(x, 127)));
  STEP(as_int(ldexp(x * 16.0f, -130)));
  STEP(as_int(ldexp(ldexp(x, -127), 130)));
  STEP(as_int(ldexp((float2)(x, -x), -127).y));
  STEP(as_int(ldexp((float4)(x, x, -x, x), (int4)(1, 2, -127, 4)).z));
  STEP((as_int(ldexp((float8)(x, x, -x, x, x, x, x, x), -128).s2) & ~0x7fffff));
  STEP(as_int(ldexp(x, -1000)));
  STEP(as_int(ldexp(x, 1000)));
  STEP(as_int(pown(x, 1)) + as_int(fabs(x)) + as_int(copysign(1.0f, x)));
  return sum;
}
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
int folded(double x) { return as_int2(x).x * 31 + as_int2(x).y; }
int doubles(double x) {
  int sum = 0;
  STEP(folded(ldexp(x, -1023)));
  STEP(folded(ldexp(x, -1070)));
  STEP(folded(ldexp(x, 1023)));
  STEP(folded(ldexp(x, -4000)));
  STEP(folded(ldexp((double2)(x, -x), -1023).y));
  return sum;
}
__kernel void k(__global int *out, __global const int2 *in, int w, int h) {
  int i = get_global_id(0);
  float x = as_float(reals[(i + in[0].x - in[0].x) & 7]) * (i < 64 ? 1 : -1);
  out[i] = i & 8 ? floats(x) : doubles(x);
}
