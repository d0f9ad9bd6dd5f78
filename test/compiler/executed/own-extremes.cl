// Extremes of a number and of itself with another sign, clamped to 0 and 1: all versions take them for clamps of the
// number.
kernel void k(global float *out, global const int *in, int w, int h) {
  int i = get_global_id(0);
  float x = in[i] * 0.0078125f, y = in[i + 256] * 0.00390625f, r = 0.0f;
  r += clamp(fmax(x, fabs(x)), 0.0f, 1.0f);
  r += clamp(fmax(fabs(y), y), 0.0f, 1.0f) * 2;
  r += clamp(fmax(x - y, -(x - y)), 0.0f, 1.0f) * 4;
  r += clamp(maxmag(y, -y), 0.0f, 1.0f) * 8;
  r += clamp(-fmin(x + y, -fabs(x + y)), 0.0f, 1.0f) * 16;
  r += clamp(fmax(fabs(x * y), -(x * y)), 0.0f, 1.0f) * 32;
  r += clamp(fmax(-fabs(x), x), 0.0f, 1.0f) * 64;
  r += (float)clamp(fmax((double)x * y, -((double)x * y)), 0.0, 1.0) * 128;
  float4 v = (float4)(x, y, x * w, y * h);
  v = clamp(fmax(v, -v), 0.0f, 1.0f) + clamp(fmax(v, fabs(v.yxwz)), 0.0f, 1.0f) * 3;
  out[i] = r;
  out[i + 256] = v.x + v.y * 5 + v.z * 7 + v.w * 11 + fmin(fmax(fmax(y, -y), 0.0f), 1.0f) * 13;
}
