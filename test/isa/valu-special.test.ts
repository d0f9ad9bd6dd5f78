// Rules of single vector instructions: legacy forms, medians, special arguments of the transcendental unit, cube maps.

import test from 'ava';
import { evaluateLane } from './evaluate-lane.js';
import { bitsOf, DEFS, doubleOf, FLUSH, KEEP, NAN, run, WIDTHS } from './valu-run.js';

test('the legacy forms: 0 times anything is +0, infinities become zeros', (t) => {
  const [zero, minusZero, infinity] = [bitsOf(0), bitsOf(-0), bitsOf(Infinity)];
  for (const other of [infinity, NAN, bitsOf(-5), zero]) {
    t.is(run('v_mul_legacy_f32', { S0: minusZero, S1: other }), zero);
    t.is(run('v_mul_legacy_f32', { S0: other, S1: zero }), zero);
    t.is(run('v_mac_legacy_f32', { S0: other, S1: minusZero, D: bitsOf(3) }), bitsOf(3));
    t.is(run('v_mad_legacy_f32', { S0: zero, S1: other, S2: minusZero }), zero);
  }
  t.is(run('v_mad_legacy_f32', { S0: 1n, S1: infinity, S2: bitsOf(2) }), bitsOf(2), 'a denormal counts as 0');
  t.is(run('v_mul_legacy_f32', { S0: infinity, S1: bitsOf(-2) }), bitsOf(-Infinity));
  t.is(run('v_min_legacy_f32', { S0: NAN, S1: bitsOf(1) }), bitsOf(1));
  t.is(run('v_min_legacy_f32', { S0: bitsOf(1), S1: 0x7f800001n }), 0x7f800001n);
  t.is(run('v_max_legacy_f32', { S0: minusZero, S1: zero }), minusZero);
  t.is(run('v_max_legacy_f32', { S0: NAN, S1: bitsOf(-7) }), bitsOf(-7));
  t.is(run('v_rcp_legacy_f32', { S0: minusZero }), minusZero);
  t.is(run('v_rcp_clamp_f32', { S0: minusZero }), 0xff7fffffn);
  t.is(run('v_rsq_legacy_f32', { S0: zero }), zero);
  t.is(run('v_rsq_clamp_f32', { S0: 1n }), 0x7f7fffffn, 'a denormal counts as 0');
  t.is(run('v_log_clamp_f32', { S0: zero }), 0xff7fffffn);
  t.is(run('v_rcp_clamp_f64', { S0: 1n << 63n }), 0xffefffffffffffffn);
  t.is(run('v_rsq_clamp_f64', { S0: 0n }), 0x7fefffffffffffffn);
  t.is(run('v_mullit_f32', { S0: NAN, S1: zero, S2: bitsOf(1) }), zero);
  t.is(run('v_mullit_f32', { S0: bitsOf(2), S1: bitsOf(3), S2: zero }), 0xff7fffffn);
  t.is(run('v_mullit_f32', { S0: bitsOf(2), S1: bitsOf(3), S2: NAN }), 0xff7fffffn);
  for (const S1 of [NAN, bitsOf(-Infinity), 0xff7fffffn])
    t.is(run('v_mullit_f32', { S0: bitsOf(2), S1, S2: bitsOf(1) }), 0xff7fffffn);
});

test('v_mad_f32 and v_mac_f32 round twice and flush denormals in every MODE', (t) => {
  const [S0, S1] = [bitsOf(1 + 2 ** -12), bitsOf(1 + 2 ** -12)];
  const S2 = bitsOf(-1 - 2 ** -11);
  t.is(run('v_mad_f32', { S0, S1, S2 }), 0n);
  t.is(run('v_fma_f32', { S0, S1, S2 }), bitsOf(2 ** -24));
  t.is(run('v_mac_f32', { S0, S1, D: S2 }), 0n);
  t.is(run('v_madmk_f32', { S0, K: S1, S1: S2 }), 0n);
  t.is(run('v_madak_f32', { S0, S1, K: S2 }), 0n);
  t.is(run('v_mad_f32', { S0: bitsOf(2 ** -75), S1: bitsOf(2 ** -74), S2: 0n }), 0n);
  t.is(run('v_mad_f32', { S0: 0n, S1: 0n, S2: 0x80000001n, MODE: KEEP }), 0n);
  t.is(run('v_mul_f32', { S0: bitsOf(2 ** -75), S1: bitsOf(2 ** -74), MODE: KEEP }), 1n);
  t.is(run('v_mul_f32', { S0: bitsOf(2 ** -75), S1: bitsOf(2 ** -74), MODE: FLUSH }), 0n);
});

test('v_med3_f32, v_min3_f32 and v_max3_f32', (t) => {
  const med = (...x: readonly number[]): bigint =>
    run('v_med3_f32', { S0: bitsOf(x[0]!), S1: bitsOf(x[1]!), S2: bitsOf(x[2]!) });
  for (const order of [
    [1, 2, 3],
    [1, 3, 2],
    [2, 1, 3],
    [2, 3, 1],
    [3, 1, 2],
    [3, 2, 1],
  ]) {
    t.is(med(...order), bitsOf(2));
    const [S0, S1, S2] = order.map(bitsOf);
    t.is(run('v_min3_f32', { S0, S1, S2 }), bitsOf(1));
    t.is(run('v_max3_f32', { S0, S1, S2 }), bitsOf(3));
  }
  for (const order of [
    [Number.NaN, 4, 9],
    [4, Number.NaN, 9],
    [9, 4, Number.NaN],
  ])
    t.is(med(...order), bitsOf(4));
  t.is(med(-0, 0, -1), bitsOf(0), 'the greatest is +0, and equal to the first: the greater of the others is given');
  t.is(run('v_med3_f32', { S0: 3n, S1: 1n, S2: 2n, MODE: FLUSH }), 2n, 'denormals are not flushed');
});

test('v_fract is below 1', (t) => {
  t.is(run('v_fract_f32', { S0: bitsOf(-1e-30) }), 0x3f7fffffn);
  t.is(run('v_fract_f32', { S0: bitsOf(-1.25) }), bitsOf(0.75));
  t.is(run('v_fract_f32', { S0: bitsOf(Infinity) }), NAN);
  t.is(run('v_fract_f32', { S0: bitsOf(-0) }), 0n);
  t.is(run('v_fract_f64', { S0: 0x8000000000000001n }), 0x3fefffffffffffffn);
  t.is(run('v_fract_f64', { S0: 0x4002000000000000n }), 0x3fd0000000000000n);
});

test('special arguments of the transcendental instructions', (t) => {
  const of = (name: string, x: number): bigint => run(`v_${name}_f32`, { S0: bitsOf(x) });
  for (const name of ['exp', 'log', 'sin', 'cos', 'rcp', 'rsq', 'sqrt']) t.is(of(name, Number.NaN), NAN, name);
  for (const name of ['log', 'rsq', 'sqrt']) t.is(of(name, -1), NAN, name);
  for (const name of ['sin', 'cos']) for (const x of [Infinity, -Infinity]) t.is(of(name, x), NAN, name);
  t.deepEqual(
    [-Infinity, -126.00001, 128, Infinity, 0, 7, -126].map((x) => of('exp', x)),
    [0, 0, Infinity, Infinity, 1, 128, 2 ** -126].map(bitsOf),
  );
  t.deepEqual(
    [0, -0, 1, 2 ** -126, 1024, Infinity, 2 ** -130].map((x) => of('log', x)),
    [-Infinity, -Infinity, 0, -126, 10, Infinity, -Infinity].map(bitsOf),
  );
  t.deepEqual(
    [0.25, -0.25, 0.5, 256, 256.5, -0, 1 / 12].map((x) => of('sin', x)),
    [1, -1, 0, 0, 0, -0, 0.5].map(bitsOf),
  );
  t.deepEqual(
    [0, 0.5, 0.25, -1, 256.5, 2 ** -130].map((x) => of('cos', x)),
    [1, -1, 0, 1, 1, 1].map(bitsOf),
  );
  t.deepEqual(
    [0, -0, 2 ** 127, 2 ** -130, -Infinity].map((x) => of('rcp', x)),
    [Infinity, -Infinity, 0, Infinity, -0].map(bitsOf),
  );
  t.deepEqual(
    [0, 4, -0].map((x) => of('rsq', x)),
    [Infinity, 0.5, -Infinity].map(bitsOf),
  );
  t.deepEqual(
    [-0, 9, 2 ** -130].map((x) => of('sqrt', x)),
    [-0, 3, 0].map(bitsOf),
  );
  t.is(of('rcp_iflag', 4), bitsOf(0.25));
});

test('the cube instructions find face and coordinates', (t) => {
  const faces: readonly (readonly [
    vector: readonly [number, number, number],
    face: number,
    s: number,
    tc: number,
    ma: number,
  ])[] = [
    [[3, 1, 2], 0, -2, -1, 6],
    [[-3, 1, 2], 1, 2, -1, -6],
    [[1, 3, 2], 2, 1, 2, 6],
    [[1, -3, 2], 3, 1, -2, -6],
    [[1, 2, 3], 4, 1, -2, 6],
    [[1, 2, -3], 5, -1, -2, -6],
    [[1, 1, 1], 4, 1, -1, 2],
    [[2, 2, 1], 2, 2, 1, 4],
  ];
  for (const [vector, ...expected] of faces) {
    const [S0, S1, S2] = vector.map(bitsOf);
    const actual = ['id', 'sc', 'tc', 'ma'].map((name) => run(`v_cube${name}_f32`, { S0, S1, S2 }));
    t.deepEqual(actual, expected.map(bitsOf), String(vector));
  }
});

/** atan(1 / n) * 2 ** bits. */
function arcTangent(n: bigint, bits: bigint): bigint {
  let [term, sum, k, sign] = [(1n << bits) / n, 0n, 1n, 1n];
  while (term > 0n) {
    sum += (sign * term) / k;
    [term, k, sign] = [term / (n * n), k + 2n, -sign];
  }
  return sum;
}

test('v_trig_preop_f64 gives the bits of 2 / pi', (t) => {
  // Machin's formula for pi, to more bits than any segment reaches.
  const bits = 1400n;
  const pi = 4n * (4n * arcTangent(5n, bits) - arcTangent(239n, bits));
  const twoOverPi = (2n << (2n * bits)) / pi;
  const scaled = (value: bigint, place: number): number =>
    Number(value) * 2 ** Math.trunc(place / 2) * 2 ** (place - Math.trunc(place / 2));
  for (const exponent of [0, 1000, 1077, 1078, 1500, 1967, 1968, 2046])
    for (let segment = 0; segment < 22; segment++) {
      const shift = segment * 53 + Math.max(0, exponent - 1077);
      if (shift > 1119) continue;
      const value = (twoOverPi >> (bits - BigInt(shift + 53))) & ((1n << 53n) - 1n);
      const S0 = BigInt(exponent) << 52n;
      const actual = doubleOf(run('v_trig_preop_f64', { S0, S1: BigInt(segment) }));
      t.is(actual, scaled(value, (exponent >= 1968 ? 128 : 0) - 53 - shift), `exponent ${exponent} segment ${segment}`);
    }
  t.is(run('v_trig_preop_f64', { S0: 0n, S1: 31n }), 0n);
  t.is(run('v_trig_preop_f64', { S0: 0x7ff0000000000001n, S1: 0n }), 0x7ff8000000000000n);
});

test('v_cndmask_b32 chooses by the bit of the lane and keeps bits', (t) => {
  const [S0, S1] = [0x7f800001n, 0xffbfffffn];
  t.is(run('v_cndmask_b32', { S0, S1, VCCLANE: 0n }), S0);
  t.is(run('v_cndmask_b32', { S0, S1, VCCLANE: 1n }), S1);
});

test('v_div_scale sets its flag where it scales one of the two operands', (t) => {
  for (const { name, value, edges } of WIDTHS)
    for (const num of edges)
      for (const den of edges) {
        if (![num, den].every((x) => Number.isFinite(value(x)) && value(x) !== 0)) continue;
        const scale = (S0: bigint): Readonly<Record<string, bigint>> =>
          evaluateLane(DEFS.get(`v_div_scale_${name}`)!, { S0, S1: den, S2: num });
        if (value(num) === value(den)) continue;
        const [n, d] = [scale(num), scale(den)];
        t.is(n['SDST'] === 1n, (n['D'] === num) !== (d['D'] === den), `${num.toString(16)} / ${den.toString(16)}`);
        t.is(n['SDST'], d['SDST']);
      }
});

test('a division is scaled from a certain distance of its operands on, and not below it', (t) => {
  // Wherever the middle of the two lies: each of them alone may be near 1.
  for (const [name, far, fraction, bias] of [
    ['f32', 96n, 23n, 127n],
    ['f64', 768n, 52n, 1023n],
  ] as const)
    for (const middle of [bias - far / 4n, bias, bias + far / 4n])
      for (const distance of [far - 1n, far, far + 1n]) {
        const num = (middle + (distance + 1n) / 2n) << fraction;
        const den = num - (distance << fraction);
        const scale = (S0: bigint): Readonly<Record<string, bigint>> =>
          evaluateLane(DEFS.get(`v_div_scale_${name}`)!, { S0, S1: den, S2: num });
        const expected =
          distance < far ? { D: den, SDST: 0n } : { D: den + ((name === 'f32' ? 64n : 128n) << fraction), SDST: 1n };
        t.like(scale(den), expected, `${name}: ${middle}, ${distance}`);
        t.like(scale(num), { D: num, SDST: expected.SDST });
      }
});
