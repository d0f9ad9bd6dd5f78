// Magnitudes beside -FLT_MIN, which LLVM takes for FLT_MIN: zeros are not smaller than a negative number.
__constant uint reals[8] = {0x00000000u, 0x80000000u, 0x3f800000u, 0xbf800000u, 0x7fc00000u, 0x7f800000u, 0x80800000u, 0x00800000u};

int scalars(float x, float y) {
  const float below = -FLT_MIN, above = FLT_MIN;
  int bits = fabs(x) >= -FLT_MIN;
  bits = bits * 2 + !(fabs(x) < -FLT_MIN);
  bits = bits * 2 + (fabs(x) > below);
  bits = bits * 2 + (fabs(y) >= below);
  bits = bits * 2 + (-fabs(x) <= FLT_MIN);
  bits = bits * 2 + !(-fabs(y) > above);
  bits = bits * 2 + (-0x1p-126f <= fabs(y));
  bits = bits * 2 + isgreaterequal(fabs(x), -FLT_MIN);
  bits = bits * 2 + (fabs(x) >= FLT_MIN);
  return bits;
}
int vectors(float x, float y) {
  const float4 v = (float4)(x, y, -x, 1.0f), some = (float4)(-FLT_MIN, -1.0f, -FLT_MIN, FLT_MIN);
  const int4 all = fabs(v) >= (float4)(-FLT_MIN), mixed = fabs(v) >= some, other = -fabs(v) <= -some;
  const int4 called = isgreaterequal(fabs(v), (float4)(-1.17549435e-38f));
  return (all.x & 1) + (all.y & 2) + (all.z & 4) + (mixed.x & 8) + (mixed.z & 16) + (other.x & 32) + (called.y & 64) + (other.w & 128);
}
__kernel void k(__global int *out, __global const int2 *in, int w, int h) {
  int i = get_global_id(0);
  float x = as_float(reals[(i + in[0].x - in[0].x) & 7]), y = as_float(reals[i >> 3 & 7]);
  out[i] = scalars(x, y) + vectors(x, y) * 1024;
}
