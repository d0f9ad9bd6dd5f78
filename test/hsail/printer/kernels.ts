// Kernels in OpenCL C that the printer's tests execute in all forms: each shows some constructs.

export interface PrinterSample {
  readonly name: string;
  /** The body of a kernel k(global T *in, global T *out, uint n), and what stands before it. */
  readonly source: string;
  /** Words of input for each work-item, beginning with these bits where they are given. */
  readonly input: (index: number) => number;
  readonly options?: string;
  /** Floats may differ from the chip's by so much: its compiler approximates quotients where that is permitted. */
  readonly ulp?: number;
  readonly size?: readonly number[];
  readonly group?: readonly number[];
}

const EXACT = '-cl-fp32-correctly-rounded-divide-sqrt';
const scrambled = (index: number): number => Math.imul(index ^ (index >>> 3), 0x9e3779b1) >>> 0;
const bits = new DataView(new ArrayBuffer(4));
const float = (value: number): number => {
  bits.setFloat32(0, value);
  return bits.getUint32(0);
};
const floats = (index: number): number => float(((scrambled(index) % 4001) - 2000) / 16);

/** Words of input and output for a work-item. */
export const WORDS = 8;
const kernel = (type: string, body: string): string =>
  `kernel void k(global const ${type} *in, global ${type} *out, uint n) { size_t i = get_global_id(0); ${body} }`;

export const SAMPLES: readonly PrinterSample[] = [
  {
    name: 'integers of all widths',
    source: kernel(
      'uint',
      `uint a = in[i * 8], b = in[i * 8 + 1] | 1; char c = a; short s = b; uchar uc = a >> 3; ushort us = b >> 5;
       out[i * 8] = c * s + (c >> 1) + (uc << 3); out[i * 8 + 1] = c / (s | 1) ^ c % (char)(b | 1);
       out[i * 8 + 2] = (uchar)(uc + 200) + (ushort)(us * 77) + (a < b) + ((int)a < (int)b) + (c < s);
       long l = ((long)a << 32) | b; ulong ul = l * 0x9E3779B97F4A7C15ul; out[i * 8 + 3] = l / (int)b; out[i * 8 + 4] = ul >> (a & 63);
       out[i * 8 + 5] = l >> (b & 63); out[i * 8 + 6] = ul % b + (uint)(ul / b >> 7); out[i * 8 + 7] = (c > 5 && s < 0 || uc == us) ? a : b;`,
    ),
    input: scrambled,
  },
  {
    name: 'functions of integers',
    source: kernel(
      'uint',
      `uint a = in[i * 8], b = in[i * 8 + 1]; ulong l = upsample(a, b);
       out[i * 8] = clz(a >> (b & 31)) + popcount(b) + (uint)clz(l >> (a & 63)); out[i * 8 + 1] = rotate(a, b) ^ rotate(a, 7u);
       out[i * 8 + 2] = mul_hi(a, b) + mul24(a, b) + mad24(a, b, a); out[i * 8 + 3] = add_sat((int)a, (int)b) ^ sub_sat(a, b);
       out[i * 8 + 4] = abs_diff((int)a, (int)b) + hadd(a, b) + rhadd((int)a, (int)b); out[i * 8 + 5] = max((short)a, (short)b) + min((uchar)a, (uchar)b);
       out[i * 8 + 6] = (uint)mul_hi(l, l * 3) ^ (uint)rotate(l, (ulong)a); out[i * 8 + 7] = bitselect(a, b, 0xff00ffu) + clamp((int)a, -100, 100);`,
    ),
    input: (index) => (index % 11 === 3 ? 0 : scrambled(index)),
  },
  {
    name: 'floats',
    source: kernel(
      'float',
      `float a = in[i * 8], b = in[i * 8 + 1], c = in[i * 8 + 2];
       out[i * 8] = a * b + c; out[i * 8 + 1] = a / (b + 3000.0f); out[i * 8 + 2] = sqrt(fabs(a)) - floor(b) + ceil(c) + rint(a) + trunc(b) + round(c);
       out[i * 8 + 3] = fma(a, b, c) + fmin(a, b) - fmax(b, c) + copysign(a, c); out[i * 8 + 4] = (a < b ? 1 : 2) + (a >= c ? 4 : 8) + (isnan(a / 0.0f * 0.0f) ? 16 : 32);
       out[i * 8 + 5] = (int)a + (uint)fabs(b) + (float)(int)c + (char)(c / 32); out[i * 8 + 6] = ldexp(a, (int)b) + mad(a, b, c); out[i * 8 + 7] = as_float(as_uint(a) ^ 0x80000000u) * 0.5f;`,
    ),
    input: floats,
    options: EXACT,
  },
  {
    name: 'functions of libclc',
    source: kernel(
      'float',
      `float a = in[i * 8], b = in[i * 8 + 1];
       out[i * 8] = sin(a) + cos(b); out[i * 8 + 1] = exp(a / 64) + log(fabs(b) + 1); out[i * 8 + 2] = pow(fabs(a) + 1, b / 64); out[i * 8 + 3] = log10(fabs(a) + 1);
       out[i * 8 + 4] = native_sin(a) + native_exp(b / 64); out[i * 8 + 5] = native_recip(b + 3000) + native_sqrt(fabs(a) + 1); out[i * 8 + 6] = hypot(a, b); out[i * 8 + 7] = fmod(a, b + 3000);`,
    ),
    input: floats,
    options: EXACT,
  },
  {
    name: 'quotients within functions',
    source: kernel('float', 'out[i * 8] = atan2(in[i * 8], in[i * 8 + 1]); out[i * 8 + 1] = tanh(in[i * 8]);'),
    input: floats,
    options: EXACT,
    ulp: 8,
  },
  {
    name: 'doubles and halves',
    source: `#pragma OPENCL EXTENSION cl_khr_fp64 : enable
${kernel(
  'uint',
  `double a = (double)(int)in[i * 8] / 7, b = (double)(int)in[i * 8 + 1] * 0.37; double r = a * b + a / (b + 1e9) - sqrt(fabs(a)) + fma(a, b, 3.0) + floor(b);
       ulong u = as_ulong(r); out[i * 8] = u; out[i * 8 + 1] = u >> 32; out[i * 8 + 2] = as_uint((float)a); out[i * 8 + 3] = (a < b) + (a != b) * 2 + (long)b;
       half h[1]; vstore_half(vload_half(0, (global const half *)in + i * 16) * 0.5f, 0, (global half *)(out + i * 8 + 4)); out[i * 8 + 5] = as_uint((float)ldexp(a, (int)(in[i * 8] & 15) - 8));
       out[i * 8 + 6] = a; out[i * 8 + 7] = as_uint(convert_float_rtz(b));`.replace('half h[1]; ', ''),
)}`,
    input: (index) => scrambled(index) & 0x3bffbbff,
    options: EXACT,
  },
  {
    name: 'vectors',
    source: kernel(
      'uint4',
      `uint4 a = in[i * 2], b = in[i * 2 + 1]; int4 c = as_int4(a) > as_int4(b); uchar4 d = convert_uchar4_sat(as_int4(b) >> 8); ushort8 s = as_ushort8(a);
       a.s03 = b.s12; a += select(a, b, c); out[i * 2] = a * b.wzyx + (uint4)(d.x, d.y, as_uint(d), s.s5); uint e[4]; vstore4(a ^ b, 0, e);
       out[i * 2 + 1] = (uint4)(e[b.x & 3], a[b.y & 3], any(c) + all(c), as_uint2(as_double(b.xy)).y);`,
    ),
    input: scrambled,
    options: '-cl-std=CL1.2',
  },
  {
    name: 'branches, loops and a switch',
    source: `constant uint table[8] = {3, 1, 4, 1, 5, 9, 2, 6};
typedef struct { uint x; ulong y; } pair;
uint step(uint a, uint b) { while (a > b) { if (a & 1) a -= b; else a >>= 1; if (a == 77) break; } return a; }
${kernel(
  'uint',
  `uint a = in[i * 8] & 0xffff, b = (in[i * 8 + 1] & 0xff) | 1, sum = 0; pair p[3];
       for (uint j = 0; j < (a & 31); j++) { switch ((a + j) % 7) { case 0: sum += j; break; case 1: sum ^= a; case 2: sum -= 3; break; case 5: if (sum & 4) continue; sum *= 3; break; default: sum++; } p[j % 3].x = sum; p[j % 3].y = j; }
       uint x = a, y = b; for (int j = 0; j < 10; j++) { uint t = x; x = y; y = t + j; if ((x ^ sum) % 5 == 0) break; }
       out[i * 8] = sum; out[i * 8 + 1] = step(a, b); out[i * 8 + 2] = x; out[i * 8 + 3] = y; out[i * 8 + 4] = table[a & 7]; out[i * 8 + 5] = (a & 31) > 2 ? p[b % 3].x + (uint)p[a % 3].y : 0;`,
)}`,
    input: scrambled,
  },
  {
    name: 'group memory, barriers and atomics',
    source: `kernel __attribute__((reqd_work_group_size(64, 1, 1))) void k(global const uint *in, global uint *out, uint n) {
  local uint part[64]; local uint total; uint l = get_local_id(0); size_t i = get_global_id(0);
  if (l == 0) total = 0;
  part[l] = in[i * 8] & 0xff; barrier(CLK_LOCAL_MEM_FENCE);
  for (uint d = 32; d > 0; d >>= 1) { if (l < d) part[l] += part[l + d]; barrier(CLK_LOCAL_MEM_FENCE); }
  atomic_add(&total, l); atomic_max(&total, 5u); barrier(CLK_LOCAL_MEM_FENCE);
  out[i * 8] = part[0]; out[i * 8 + 1] = total; out[i * 8 + 2] = get_group_id(0) + get_num_groups(0) * get_global_size(0) + get_local_size(0) + get_work_dim();
  atomic_inc(&out[(i & ~(size_t)63) * 8 + 3]); if (l & 1) atomic_xor(&out[(i & ~(size_t)63) * 8 + 4], in[i * 8 + 1]);
  uint old = atomic_cmpxchg(&out[i * 8 + 5], 0u, l + 1); out[i * 8 + 6] = old + atomic_xchg(&out[i * 8 + 7], 9u);
}`,
    input: scrambled,
  },
  {
    name: 'two dimensions and arguments by value',
    source: `typedef struct { uint a; float4 b; uchar c[3]; } value;
kernel void k(global const uint *in, global uint *out, uint n) { size_t x = get_global_id(0), y = get_global_id(1), w = get_global_size(0);
  value v = {n, (float4)(x, y, w, 1), {1, 2, 3}}; size_t i = y * w + x; v.c[x % 3] += y;
  out[i * 8] = in[i * 8] + v.a + v.c[y % 3]; out[i * 8 + 1] = as_uint(v.b.x * v.b.y + v.b.z); out[i * 8 + 2] = get_local_id(1) * 16 + get_local_id(0); }`,
    input: scrambled,
    size: [16, 16],
    group: [16, 4],
  },
];
