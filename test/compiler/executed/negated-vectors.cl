// Vectors of floats that are put together as integers, and negated: clang 19 and 22 negate the last element alone.
kernel void k(global int *out, global const int2 *in, int w, int h) {
  int i = get_global_id(0);
  int3 q = (int3)(0x40400000, 0x40800000, 0x40000000 + i * 65536);
  int3 s = q > (int3)(0x40800000 + in[i].x - in[i].x) ? q : (int3)(0x3f000000);
  float3 f = as_float3(s), n = -f;
  float3 r = n * ((float3)(1.0f) + n);
  int sum = as_int(n.x) + as_int(n.y) * 3 + as_int(n.z) * 7 + as_int(r.x) * 5 + as_int(r.z) * 7;
  // The same by a choice among floats.
  float4 g = convert_float4((int4)(i, i - 100, in[i & 15].x & 63, 3)), small = (float4)(0.5f);
  float4 c = -select(small, g, isgreaterequal(fabs(g), (float4)(0.25f)) & isless(fabs(g), (float4)(40.0f)));
  float4 p = c * ((float4)(1.0f) + c);
  out[i] = sum * 31 + as_int(c.x) + as_int(c.y) * 3 + as_int(c.z) * 5 + as_int(c.w) * 7 + as_int(p.x) * 11 + as_int(p.w) * 13;
}
