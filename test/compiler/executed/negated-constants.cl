// Values beside a constant, else the negated constant: some clang negates the result.
__kernel void k(__global int *out, __global const int *in, int w, int h) {
  int x = get_global_id(0);
  float a = (float)in[x] * 0.0625f, b = (float)in[x + 256] * 0.03125f;
  float2 v = (float2)(a, b);
  float r = a > 5.0f ? a : -5.0f;
  r = r * 3.0f + (b < -2.5f ? b : 2.5f);
  r = r * 3.0f + (a >= 0.1f ? -0.1f : a);
  r = r * 3.0f + (-7.0f <= b ? 7.0f : b);
  r = r * 3.0f + (!(a > 3.0f) ? -3.0f : a);
  r = r * 3.0f + maxmag(a, -0.2626953125f) + minmag(-4.0f, b) + maxmag(1.5f, b);
  r = r * 3.0f + maxmag(-0.1572265625f, (float)((ulong)in[x] & 255)) + minmag(-0.25f, (float)(uint)in[x]);
  float2 s = v > (float2)(1.0f, -2.0f) ? v : (float2)(-1.0f, 2.0f);
  float2 t = v < 6.0f ? (float2)-6.0f : v;
  r = r * 3.0f + s.x + t.y * 2.0f + s.y * 4.0f + t.x;
  float4 m = maxmag((float4)(896.0f, -0.1083984375f, -168.0f, 0.48583984375f), (float4)((float)((uint)w * 30u)));
  m = m * 3.0f + minmag((float4)(b, -7.5f, -1.5f, 0.25f), (float4)(b, b, a, -a));
  r = r * 3.0f + m.x + m.y * 3.0f - m.z * 7.0f + m.w * 5.0f;
  float clipped = a > w ? a : -w;
  out[x] = as_int(r);
  out[x + 256] = as_int(a > 0.0f ? a : -0.0f) ^ as_int(clipped);
}
