// Products with a zero that is known when a kernel is compiled: clang 14 and 16 leave them out of fma and mad, where
// infinities and NaN make NaN.
__constant uint reals[8] = {0x40400000u, 0xc0400000u, 0x7f7fffffu, 0xff7fffffu, 0x7f800000u, 0xff800000u, 0x00000000u, 0x7fc00000u};

float put_right(float x) { return fabs(x) >= 0x1p-40f && fabs(x) < 0x1p40f ? x : 0.5f; }
#define STEP(...) sum = sum * 31 + as_int(put_right(__VA_ARGS__))
int floats(float x) {
  int sum = 0;
  STEP(fma(x, 0.0f, 1.0f));
  STEP(fma(-0.0f, x, 2.0f));
  STEP(mad(x, 0.0f, 3.0f));
  STEP(mad(0.0f, x, 4.0f));
  STEP(fma((float2)(1.0f, x), 0.0f, 5.0f).y);
  STEP(fma((float4)(x), (float4)(1.0f, 0.0f, 0.0f, 2.0f), (float4)(6.0f)).z);
  return sum;
}
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
int doubles(double x) {
  double one = fma(x, 0.0, 1.0), two = mad(0.0, x, 2.0), three = fma((double2)(x, -x), 0.0, 3.0).y;
  return (isnan(one) ? 1 : 2) + (isnan(two) ? 4 : 8) + (isnan(three) ? 16 : 32);
}
__kernel void k(__global int *out, __global const int2 *in, int w, int h) {
  int i = get_global_id(0);
  float x = as_float(reals[(i + in[0].x - in[0].x) & 7]);
  out[i] = i & 8 ? floats(x) : doubles(x);
}
