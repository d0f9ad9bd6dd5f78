// Kernels that compilers make for GCN3 and GFX9, each with the expected contents of its arguments, as the host computes
// them.

/** Without a library: its functions are instructions here. */
export const SOURCE = `
  #pragma OPENCL EXTENSION cl_khr_fp16 : enable
  #pragma OPENCL EXTENSION cl_khr_fp64 : enable
  #define LANE __builtin_amdgcn_workitem_id_x()
  static void together(void) {
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
    __builtin_amdgcn_s_barrier();
    __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
  }
  static uint item(void) {
    constant uint *packet = (constant uint *)__builtin_amdgcn_dispatch_ptr();
    return __builtin_amdgcn_workgroup_id_x() * (packet[1] & 0xffff) + LANE;
  }
  kernel void add(global const float *a, global const float *b, global float *c) {
    uint i = item();
    c[i] = a[i] + b[i];
  }
  kernel void reduce(global const uint *a, global uint *out) {
    local uint l[256];
    l[LANE] = a[item()];
    for (uint s = 128; s > 0; s >>= 1) {
      together();
      if (LANE < s) l[LANE] += l[LANE + s];
    }
    if (LANE == 0) out[__builtin_amdgcn_workgroup_id_x()] = l[0];
  }
  kernel void count(global uint *counts, global const uint *a, global ulong *sum) {
    uint v = a[item()];
    __atomic_fetch_add(counts + (v & 15), 1, __ATOMIC_RELAXED);
    __atomic_fetch_max(counts + 16, v, __ATOMIC_RELAXED);
    __atomic_fetch_add(sum, (ulong)v << 20, __ATOMIC_RELAXED);
  }
  kernel void doubles(global const double *a, global double *o) {
    double x = a[item()];
    o[item()] = __builtin_fma(x, x, 1.0) - x / 3.0;
  }
  kernel void halves(global const half *a, global half *o, global const ushort *v, global ushort *u) {
    uint i = item();
    o[i] = a[i] * a[i] + (half)1.5f;
    u[i] = v[i] * (ushort)3 + (v[i] >> 2);
  }
  kernel void generic_addresses(global uint *o, global uint *g) {
    local uint l[64];
    uint i = LANE;
    volatile uint p[8];
    for (int j = 0; j < 8; j++) p[j] = i * j;
    l[i] = 1000 + i;
    together();
    volatile uint *q = i % 3 == 0 ? (volatile uint *)(l + (i ^ 1)) : i % 3 == 1 ? (volatile uint *)(p + (i & 7)) : g + i;
    o[i] = *q;
    *q = i;
    together();
    o[64 + i] = *q;
    o[128 + i] = p[i & 7];
    o[192 + i] = l[i];
    uint *c = i % 2 ? (uint *)(l + 5) : (uint *)(g + 64);
    together();
    o[256 + i] = __atomic_fetch_add(c, 3, __ATOMIC_RELAXED) & 1;
    together();
    o[320 + i] = *c;
  }
  kernel void indexed_registers(global const uint16 *a, global uint *o, uint n) {
    uint16 v = a[LANE];
    uint was = v[n];
    v[n ^ 5] = 7;
    v[n + 1] += was;
    uint sum = 0;
    for (uint k = 0; k < 16; k++) sum = 3 * sum + v[k];
    o[LANE] = sum + was;
    float16 f = __builtin_convertvector(a[LANE], float16);
    o[64 + LANE] = (uint)(f[n] - f[n ^ 3] + 1024);
  }`;

const range = <T>(count: number, value: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => value(i));
const COUNT = 256;

export interface Kernel {
  readonly name: string;
  readonly items: number;
  readonly group: number;
  /** Arguments, new each time. */
  readonly arguments: () => (ArrayBufferView | number)[];
  /** Contents of each buffer afterwards; undefined where nothing changes. */
  readonly expected: readonly (readonly (number | bigint)[] | undefined)[];
}

const words = range(512, (i) => (i * 77777) % 1009);
const counts = range(17, (i) =>
  i < 16 ? words.filter((word) => (word & 15) === i).length : words.reduce((most, word) => Math.max(most, word)),
);
const singles = range(COUNT, (i) => i * 1.5);
const doubles = range(COUNT, (i) => i - 77);
/** 1 to 2 in steps of 2^-8: squares are exact with eleven more bits, so the sum rounds once. */
const halfBits = range(COUNT, (i) => 0x3c00 + 4 * i);
const half = new Float16Array(1);
const halfOf = (number: number): number => {
  half[0] = number;
  return new Uint16Array(half.buffer)[0]!;
};
const shorts = range(COUNT, (i) => (i * 991) & 0xffff);

/** A product and a sum, the product rounded or not: which, the compiler decides. */
const halfSums = (fused: boolean): number[] =>
  halfBits.map((bits) => {
    const square = (1 + (bits & 1023) / 1024) ** 2;
    half[0] = square;
    return halfOf((fused ? square : half[0]!) + 1.5);
  });

const generic = range(6 * 64, (n): number => {
  const [row, i] = [Math.floor(n / 64), n % 64];
  const own = [1000 + (i ^ 1), i * (i & 7), 5000 + i][i % 3]!;
  const local = (lane: number): number => ((lane ^ 1) % 3 === 0 ? lane ^ 1 : 1000 + lane);
  const first = i % 2 ? local(5) : 7000;
  return [own, i, i % 3 === 1 ? i : i * (i & 7), local(i), 0, first + 3 * 32][row]!;
});

const indexed = range(128, (i): number => {
  const lane = i % 64;
  const own = range(16, (k) => (lane * 37 + k * 11) & 0xff);
  if (i >= 64) return own[9]! - own[9 ^ 3]! + 1024;
  const was = own[9]!;
  own[9 ^ 5] = 7;
  own[10] = own[10]! + was;
  return (own.reduce((sum, value) => (3 * sum + value) >>> 0, 0) + was) >>> 0;
});

/** @param fused compiler's form of a product and a sum of halves */
export const kernels = (fused: boolean): readonly Kernel[] => [
  {
    name: 'add',
    items: COUNT,
    group: 64,
    arguments: () => [Float32Array.from(singles), Float32Array.from(doubles), new Float32Array(COUNT)],
    expected: [undefined, undefined, singles.map((single, i) => single + doubles[i]!)],
  },
  {
    name: 'reduce',
    items: 512,
    group: 256,
    arguments: () => [Uint32Array.from(words), new Uint32Array(2)],
    expected: [undefined, [0, 256].map((start) => words.slice(start, start + 256).reduce((a, b) => a + b))],
  },
  {
    name: 'count',
    items: 512,
    group: 64,
    arguments: () => [new Uint32Array(17), Uint32Array.from(words), new BigUint64Array(1)],
    expected: [counts, undefined, [words.reduce((sum, word) => sum + (BigInt(word) << 20n), 0n)]],
  },
  {
    name: 'doubles',
    items: COUNT,
    group: 64,
    arguments: () => [Float64Array.from(doubles), new Float64Array(COUNT)],
    // Squares of small integers are exact.
    expected: [undefined, doubles.map((x) => x * x + 1 - x / 3)],
  },
  {
    name: 'halves',
    items: COUNT,
    group: 64,
    arguments: () => [
      Uint16Array.from(halfBits),
      new Uint16Array(COUNT),
      Uint16Array.from(shorts),
      new Uint16Array(COUNT),
    ],
    expected: [undefined, halfSums(fused), undefined, shorts.map((v) => (v * 3 + (v >> 2)) & 0xffff)],
  },
  {
    name: 'generic_addresses',
    items: 64,
    group: 64,
    arguments: () => [new Uint32Array(6 * 64), Uint32Array.from(range(65, (i) => (i < 64 ? 5000 + i : 7000)))],
    expected: [generic.map((value, n) => (Math.floor(n / 64) === 4 ? -1 : value)), undefined],
  },
  {
    name: 'indexed_registers',
    items: 64,
    group: 64,
    arguments: () => [
      Uint32Array.from(range(1024, (n) => (Math.floor(n / 16) * 37 + (n % 16) * 11) & 0xff)),
      new Uint32Array(128),
      9,
    ],
    expected: [undefined, indexed, undefined],
  },
];
