// Results of saturated conversions are converted back to floating point: clang 22 leaves both conversions out, and 0 is
// no longer what NaN gives. NaN, infinities, and numbers beside the bounds of each type.
__constant uint reals[16] = {0x7fc00000u, 0x7f800000u, 0xff800000u, 0x00000000u, 0xbf400000u, 0x3fc00000u, 0xc3010000u, 0x42ff0000u, 0x437f8000u, 0x47000000u, 0xc71c4000u, 0x477fff80u, 0x4f32d05eu, 0xcf32d05eu, 0x4f9502f9u, 0x5f8ac723u};

#define BACK(REAL, TO) sum = (sum * 31 + bits(convert_##REAL##_rtp(convert_##TO##_sat_rtn(x)))) * 31 + bits(convert_##REAL(convert_##TO##_sat(x)))
#define ALL(REAL) BACK(REAL, char); BACK(REAL, uchar); BACK(REAL, short); BACK(REAL, ushort); BACK(REAL, int); BACK(REAL, uint); BACK(REAL, long); BACK(REAL, ulong)

#define bits(x) as_int(x)
int floats(float x) {
  int sum = 0;
  ALL(float);
  return sum;
}
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#undef bits
#define bits(x) (int)(as_long(x) >> 20)
int doubles(double x) {
  int sum = 0;
  ALL(double);
  return sum;
}
__kernel void k(__global int *out, __global const int2 *in, int w, int h) {
  int i = get_global_id(0);
  float x = as_float(reals[(i + in[0].x - in[0].x) & 15]) * (i < 64 ? 1 : -1);
  out[i] = i & 16 ? floats(x) : doubles(x);
}
