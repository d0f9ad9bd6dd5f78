// Maxima of maxima and minima of minima, as choices: some clang crashes on them in instruction selection.
__kernel void k(__global int *out, __global const int *in, int w, int h) {
  int x = get_global_id(0);
  float a = in[x] * 0.5f, b = in[x + 256] * 0.25f, c = x * 0.75f;
  float m = a < b ? b : a;
  m = m < c ? c : m;
  float n = a < 1.0f ? 1.0f : a;
  n = n < b ? b : n;
  n = n >= 100.0f ? n : 100.0f;
  n = -n > -150.0f ? -150.0f : -n;
  float o = a > b ? b : a;
  if (o > c) o = c;
  if (!(o < 7.0f)) o = 7.0f;
  float2 v = (float2)(a, c);
  v = v < (float2)(b, 3.0f) ? (float2)(b, 3.0f) : v;
  v = (float2)(1.0f, 2.0f) > v ? (float2)(1.0f, 2.0f) : v;
  v = v < (float2)(w * a, h * c) ? (float2)(w * a, h * c) : v;
  float3 u = (float3)(a, b, c);
  u = u < u.yzx ? u.yzx : u;
  u = u < u.zxy ? u.zxy : u;
  out[x] = as_int(m + 3.0f * n + 7.0f * o);
  out[x + 256] = as_int(v.x + 5.0f * v.y + u.x * 0.5f - u.y + u.z * 0.125f);
}
