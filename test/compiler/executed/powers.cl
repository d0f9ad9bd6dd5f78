// Results of pow in double precision where it has no number: 0, 1, infinity or something else, by the size of the
// exponent.
int kind(double r) { return isnan(r) ? 1 : isinf(r) ? (r > 0 ? 2 : 3) : r == 0 ? (signbit(r) ? 4 : 5) : r == 1 ? 6 : 7; }
__kernel void k(__global int *out, __global const int *in, int w, int h) {
  int x = get_global_id(0);
  double bases[] = {1.5, -1.5, 0.75, -0.75, 0x1p400, -0x1p-400, 1.0, -1.0};
  double exponent = ldexp(1.5, (x >> 3) * 32 + w);
  out[x] = kind(pow(bases[x & 7], exponent)) * 16 + kind(pow(bases[x & 7], -exponent));
}
