// Minimum, maximum, compares and classes of floating-point numbers: NaNs, signed zeros, denormals.

import test from 'ava';
import { evaluateLane } from './evaluate-lane.js';
import { patterns } from './random-patterns.js';
import { DEFS, FLUSH, IEEE, KEEP, run, WIDTHS } from './valu-run.js';

for (const { name, edges, value, sign, quiet, infinity } of WIDTHS)
  test(`v_min_${name} and v_max_${name}: NaN gives way, -0 is below +0, a signalling NaN counts in IEEE mode only`, (t) => {
    const nan = (x: bigint): boolean => Number.isNaN(value(x));
    const signalling = (x: bigint): boolean => nan(x) && (x & quiet) === 0n;
    const below = (a: bigint, b: bigint): boolean =>
      value(a) < value(b) || (value(a) === value(b) && (a & sign) > (b & sign));
    for (const S0 of edges)
      for (const S1 of edges)
        for (const MODE of [KEEP, KEEP | IEEE, FLUSH]) {
          const pick = (first: boolean): bigint => (nan(S0) ? S1 : nan(S1) ? S0 : first ? S0 : S1);
          const quieted = MODE === (KEEP | IEEE) && (signalling(S0) || signalling(S1));
          const expected = (first: boolean): bigint => (quieted ? infinity | quiet : pick(first));
          const label = `${S0.toString(16)} ${S1.toString(16)} mode ${MODE}`;
          t.is(run(`v_min_${name}`, { S0, S1, MODE }), expected(below(S0, S1)), `min ${label}`);
          t.is(run(`v_max_${name}`, { S0, S1, MODE }), expected(below(S1, S0)), `max ${label}`);
        }
  });

const FLOAT_CONDITIONS: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  f: () => false,
  lt: (a, b) => a < b,
  eq: (a, b) => a === b,
  le: (a, b) => a <= b,
  gt: (a, b) => a > b,
  lg: (a, b) => a < b || a > b,
  ge: (a, b) => a >= b,
  o: (a, b) => !Number.isNaN(a) && !Number.isNaN(b),
  u: (a, b) => Number.isNaN(a) || Number.isNaN(b),
  nge: (a, b) => !(a >= b),
  nlg: (a, b) => !(a < b || a > b),
  ngt: (a, b) => !(a > b),
  nle: (a, b) => !(a <= b),
  neq: (a, b) => a !== b,
  nlt: (a, b) => !(a < b),
  tru: () => true,
};

for (const { name, edges, value, smallest } of WIDTHS)
  test(`the 16 compares of ${name}, their v_cmps and x forms, with NaNs and with denormals kept or flushed`, (t) => {
    const random = patterns(9);
    const draw = name === 'f32' ? random.u32 : random.u64;
    const pairs = [...edges.flatMap((a) => edges.slice(0, 12).map((b) => [a, b] as const)), [draw(), draw()] as const];
    for (const MODE of [KEEP, FLUSH]) {
      const inputOf = (x: bigint): number => (MODE === FLUSH && Math.abs(value(x)) < smallest ? 0 : value(x));
      for (const [S0, S1] of pairs)
        for (const [condition, holds] of Object.entries(FLOAT_CONDITIONS)) {
          const truth = holds(inputOf(S0), inputOf(S1)) ? 1n : 0n;
          const label = `${condition} ${S0.toString(16)} ${S1.toString(16)}`;
          for (const prefix of ['v_cmp', 'v_cmps']) {
            t.is(run(`${prefix}_${condition}_${name}`, { S0, S1, MODE }), truth, label);
            const written = evaluateLane(DEFS.get(`${prefix}x_${condition}_${name}`)!, { S0, S1, MODE });
            if (written['EXEC'] !== truth || written['D'] !== truth) t.fail(`${prefix}x ${label}`);
          }
        }
    }
  });

for (const { name, edges, value, sign, quiet, smallest } of WIDTHS)
  test(`v_cmp_class_${name} finds every value in one class`, (t) => {
    const classOf = (x: bigint): number => {
      const [number, negative] = [value(x), (x & sign) !== 0n];
      if (Number.isNaN(number)) return (x & quiet) === 0n ? 0 : 1;
      const size = Math.abs(number);
      const kind = size === Infinity ? 0 : size >= smallest ? 1 : size > 0 ? 2 : 3;
      return negative ? 2 + kind : 9 - kind;
    };
    for (const S0 of edges)
      for (let bit = 0; bit < 12; bit++) {
        const S1 = 1n << BigInt(bit);
        t.is(
          run(`v_cmp_class_${name}`, { S0, S1, MODE: FLUSH }),
          bit === classOf(S0) ? 1n : 0n,
          `${S0.toString(16)} bit ${bit}`,
        );
      }
  });
