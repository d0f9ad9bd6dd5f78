// Builtins by group, each in a kernel of its own name.
__kernel void math1(__global float *p) { float x = p[0], y = p[1]; int e;
  p[2] = sin(x) + cos(y) + tan(x) + exp(y) + log(x) + pow(x, y) + frexp(x, &e) + ldexp(y, e) + fma(x, y, 1.0f) + erf(x) + tgamma(y) + hypot(x, y); }
__kernel void math_double(__global double *p) { double x = p[0], y = p[1];
  p[2] = sqrt(x) + rsqrt(y) + exp(x) + log(y) + fmod(x, y) + atan2(x, y) + smoothstep(0.0, 1.0, (double4)(x)).y; }
__kernel void integers(__global int4 *p, __global ulong *u) { int4 a = p[0], b = p[1];
  p[2] = mad_hi(a, b, a) + mul24(a, b) + rotate(a, b) + convert_int4(abs_diff(a, b)) + clz(a) + add_sat(a, b) + hadd(a, b);
  u[1] = mul_hi(u[0], u[2]) + mad_hi(u[1], u[2], u[3]) + u[4] / u[5] + u[6] % u[7]; }
__kernel void conversions(__global float8 *f, __global char8 *c, __global half *h) {
  c[0] = convert_char8_sat_rte(f[0]); f[1] = convert_float8_rtz(convert_long8(c[1])); vstore_half8_rtp(f[2], 0, h); f[3] = vload_half8(1, h); }
__kernel void copies(__global float3 *g, __global double *d) { __local float3 l[32]; __local double m[32];
  event_t e = async_work_group_copy(l, g, 32, 0); e = async_work_group_strided_copy(m, d, 32, 2, e); wait_group_events(1, &e);
  prefetch(g, 4); e = async_work_group_copy(g + 64, l, 32, 0); wait_group_events(1, &e); }
__kernel void atomics(__global int *g, __global ulong *u, __local int *l) {
  g[get_global_id(0)] = atomic_add(l, 1) + atomic_cmpxchg(g, 1, 2) + atomic_max(g + 1, 3) + (int)atom_add(u, 1ul) + (int)atomic_xchg((__global float *)g + 2, 1.0f); }
