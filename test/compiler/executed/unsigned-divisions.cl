// Divisions without sign of numbers whose upper bits are known to be ones: some clang divides them as if they were
// small.
__kernel void k(__global int *out, __global const int *in, int w, int h) {
  int x = get_global_id(0);
  uint a = 4294967278U % ((in[x] & 3) | 1);
  a = a * 3 + (uint)(char)in[x] / ((in[x + 256] & 255) | 1u);
  a = a * 3 + (uint)(char)in[x] % ((uint)(short)in[x + 256] | 5u);
  a = a * 3 + (uint)max((uint)in[x], 0xfffff000u) / (((uint)in[x + 256] >> 20) | 3u);
  a = a * 3 + (in[x] >> 24) / 7u;
  a = a * 3 + 0xfffffu / ((in[x] >> 12) | 1u) + (in[x] > 50 ? 0xffffff00u : 77u) / (h | 1u);
  uint4 v = convert_uint4(convert_char4((int4)(in[x], in[x + 256], x, -x))) / (uint4)(3, 7, 11, (x & 15) + 1);
  a = a * 3 + v.x + v.y * 5 + v.z * 7 + v.w * 11;
  ulong b = (ulong)(char)in[x] / ((in[x + 256] & 255) | 1u);
  b = b * 3 + (ulong)(long)in[x] % ((in[x + 256] & 7) | 1u) + 0xffffffffffffff00ul / ((in[x] & 63) | 1);
  a = a * 3 + ~2u % ((uint)get_local_id(0) + 1u) + (uint)(short)in[x] / ((uint)get_local_id(0) + 1u) + (uint)(in[x] & 255) / (uint)(char)(in[x + 256] | 1);
  out[x] = a ^ (int)b;
  out[x + 256] = (int)(b >> 32) ^ w;
}
