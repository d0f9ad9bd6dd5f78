// Every instruction of half precision in every MODE, with modifiers, on the oracle: against rational numbers
// (half-model.ts), which gcc's _Float16 is compared with. Engines are compared with the oracle elsewhere
// (lockstep.test.ts).

import test from 'ava';
import { evaluate } from '../../../src/isa/evaluate.js';
import { EXEC_LO } from '../../../src/isa/instruction.js';
import type { Isa } from '../../../src/isa/isa.js';
import { loadIsa } from '../../../src/isa/load-isa.js';
import { Random } from '../../emulator/random.js';
import { count, SEED } from '../campaign.js';
import * as exact from '../exact-float.js';
import { BINARY16 } from '../exact-float.js';
import * as model from './half-model.js';
import { halfPattern, Lanes, MODES, parsed, wrongLanes } from './lanes.js';

const LANES = count(4, 64);
const ALL = (1n << BigInt(LANES)) - 1n;
const chips = new Map<string, Isa>();
for (const name of ['gfx803', 'gfx900', 'gfx906']) chips.set(name, await loadIsa(name));

/** How a model's operation is called by a chip: which forms have halves selected by op_sel. */
interface Form {
  readonly name: string;
  readonly operation: string;
  readonly chips: readonly string[];
  readonly selects?: true;
}
const EVERY = ['gfx803', 'gfx900', 'gfx906'];
const GFX9 = ['gfx900', 'gfx906'];
const form = (name: string, operation = name.slice(2, -4), of = EVERY): Form => ({ name, operation, chips: of });
const selecting = (name: string): Form => ({ ...form(name, undefined, GFX9), selects: true });

const FORMS: readonly Form[] = [
  ...'add sub subrev mul mac ldexp floor ceil trunc rndne fract rcp sqrt rsq frexp_mant'
    .split(' ')
    .map((name) => form(`v_${name}_f16`)),
  ...['min', 'max'].flatMap((name) => [
    form(`v_${name}_f16`, `${name}_gfx8`, ['gfx803']),
    form(`v_${name}_f16`, name, GFX9),
  ]),
  form('v_frexp_exp_i16_f16', 'frexp_exp'),
  form('v_cvt_f16_u16', 'from_u16'),
  form('v_cvt_f16_i16', 'from_i16'),
  form('v_cvt_u16_f16', 'to_u16'),
  form('v_cvt_i16_f16', 'to_i16'),
  form('v_cvt_norm_i16_f16', 'to_norm_i16', GFX9),
  form('v_cvt_norm_u16_f16', 'to_norm_u16', GFX9),
  form('v_mad_f16', 'mad', ['gfx803']),
  form('v_fma_f16', 'fma', ['gfx803']),
  form('v_mad_legacy_f16', 'mad', GFX9),
  form('v_fma_legacy_f16', 'fma', GFX9),
  ...['mad', 'fma', 'min3', 'max3', 'med3'].map((name) => selecting(`v_${name}_f16`)),
];

/** Text of an operand with its signs. */
const signed = (name: string, absolute: boolean, negative: boolean): string =>
  `${negative ? '-' : ''}${absolute ? `|${name}|` : name}`;
const OMODS = ['', ' mul:2', ' mul:4', ' div:2'];

interface Trial {
  readonly text: string;
  readonly expected: (before: Uint32Array) => number;
}

function trial(random: Random, { name, operation, selects }: Form, modes: model.Modes): Trial {
  const { count: sources, compute, integer, accumulates } = model.OPERATIONS[operation]!;
  const has = (which: number): boolean => integer !== 'operand' && !(integer === 'second' && which === 1);
  const signs = [0, 1, 2].map((which) => [has(which) && random.chance(0.3), has(which) && random.chance(0.3)] as const);
  const [omod, clamp] = integer === 'result' ? [0, false] : [selects ? 0 : random.below(4), random.chance(0.3)];
  const halves = [0, 1, 2, 3].map(() => (selects && random.chance(0.5) ? 1 : 0));
  const texts = Array.from({ length: sources }, (_, which) => signed(`v${which + 1}`, ...signs[which]!));
  const opSel = selects ? ` op_sel:[${halves.join()}]` : '';
  const suffix = sources === 3 ? '' : '_e64';
  const text = `${name}${suffix} v0, ${texts.join(', ')}${opSel}${clamp ? ' clamp' : ''}${OMODS[omod]}`;
  const expected = (v: Uint32Array): number => {
    const source = (which: number): bigint =>
      model.withSigns(BigInt((v[which + 1]! >>> (16 * halves[which]!)) & 0xffff), ...signs[which]!);
    const third = accumulates ? BigInt(v[0]! & 0xffff) : source(2);
    const bits = compute(modes, source(0), source(1), third);
    const half = Number(integer === 'result' ? bits : model.modified(modes, bits, omod, clamp));
    if (!selects) return half;
    return (halves[3] ? (v[0]! & 0xffff) | (half << 16) : (v[0]! & 0xffff0000) | half) >>> 0;
  };
  return { text, expected };
}

for (const each of FORMS)
  test(`${each.chips.join()}: ${each.name} in every mode`, (t) => {
    const random = new Random(SEED);
    const wrong: string[] = [];
    for (const chip of each.chips)
      for (const mode of MODES) {
        const { text, expected } = trial(random, each, model.modesOf(mode));
        wrong.push(...wrongLanes({ isa: chips.get(chip)!, random, mode, lanes: LANES }, text, expected));
      }
    t.deepEqual(wrong.slice(0, 5), [], `${wrong.length} in all`);
  });

const order = (modes: model.Modes, a: bigint, b: bigint): number | undefined =>
  exact.compare(BINARY16, a, b, modes.half);
type Holds = (order: number | undefined) => boolean;
const RELATIONS: Readonly<Record<string, Holds>> = {
  f: () => false,
  lt: (x) => x === -1,
  eq: (x) => x === 0,
  le: (x) => x === -1 || x === 0,
  gt: (x) => x === 1,
  lg: (x) => x === -1 || x === 1,
  ge: (x) => x === 1 || x === 0,
  o: (x) => x !== undefined,
  u: (x) => x === undefined,
  nge: (x) => !(x === 1 || x === 0),
  nlg: (x) => !(x === -1 || x === 1),
  ngt: (x) => x !== 1,
  nle: (x) => !(x === -1 || x === 0),
  neq: (x) => x !== 0,
  nlt: (x) => x !== -1,
  tru: () => true,
};

/** Bit of the mask: signalling NaN, quiet NaN, -infinity, -normal, -denormal, -0, +0, +denormal, +normal, +infinity. */
function classOf(x: bigint): number {
  if (exact.isNan(BINARY16, x)) return (x & 0x200n) === 0n ? 0 : 1;
  const size = x & 0x7fffn;
  const distance = size === 0x7c00n ? 0 : size >= 0x400n ? 1 : size > 0n ? 2 : 3;
  return (x & 0x8000n) === 0n ? 9 - distance : 2 + distance;
}

for (const prefix of ['v_cmp', 'v_cmpx'])
  test(`${prefix}: relations and classes of halves in every mode`, (t) => {
    const random = new Random(SEED);
    const judge = (name: string, mode: number, holds: (a: bigint, b: bigint) => boolean): void => {
      const machine = new Lanes(mode, ALL);
      for (const v of machine.registers) v.set([0, halfPattern(random), halfPattern(random)]);
      const negative = random.chance(0.5);
      const text = `${prefix}_${name}_f16_e64 s[4:5], ${signed('v1', false, negative)}, v2`;
      t.is(evaluate(parsed(text, chips.get(random.pick(EVERY))!), machine).kind, 'done', text);
      const expected = machine.registers.reduce((mask, v, lane) => {
        const a = model.withSigns(BigInt(v[1]! & 0xffff), false, negative);
        return lane < LANES && holds(a, BigInt(v[2]! & 0xffff)) ? mask | (1n << BigInt(lane)) : mask;
      }, 0n);
      const pair = (index: number): bigint =>
        (BigInt(machine.readScalar(index + 1) >>> 0) << 32n) | BigInt(machine.readScalar(index) >>> 0);
      t.is(pair(4), expected, `${text}, mode ${mode.toString(16)}`);
      t.is(pair(EXEC_LO), prefix === 'v_cmpx' ? expected : ALL, text);
    };
    for (const mode of MODES) {
      const modes = model.modesOf(mode);
      for (const [name, holds] of Object.entries(RELATIONS)) judge(name, mode, (a, b) => holds(order(modes, a, b)));
      judge('class', mode, (a, b) => ((b >> BigInt(classOf(a))) & 1n) === 1n);
    }
  });

/** Instructions of halves that other tests have models for. */
const MODELLED_ELSEWHERE =
  /^v_(div_fixup|div_fixup_legacy|interp_\w+|cvt_f16_f32|cvt_f32_f16|madmk|madak|cvt_pkrtz|cvt_pknorm_[iu]16|pack_b32|pk_\w+|mad_mix\w*|fma_mix\w*|dot2_f32)_f16|^v_cvt_(f16_f32|f32_f16)|^v_cvt_pkrtz|^v_interp/;

test('every instruction of halves has a model', (t) => {
  for (const [chip, isa] of chips) {
    const formNames = new Set(FORMS.filter((each) => each.chips.includes(chip)).map(({ name }) => name));
    const relations = new Set([...Object.keys(RELATIONS), 'class']);
    const without = isa.table.all
      .map(({ name }) => name)
      .filter(
        (name) => /_f16$/.test(name) && !formNames.has(name) && !APPROXIMATED[name] && !MODELLED_ELSEWHERE.test(name),
      )
      .filter((name) => !relations.has(/^v_cmpx?_(\w+)_f16$/.exec(name)?.[1] ?? ''));
    t.deepEqual([...new Set(without)], [], chip);
  }
});

/** With arguments in turns; exact where turns are quarters. */
const ofTurns =
  (quarters: readonly number[], compute: (radians: number) => number, beyond: number) =>
  (x: number): number => {
    if (Math.abs(x) > 256) return Number.isFinite(x) ? beyond : Number.NaN;
    const turn = x - Math.floor(x);
    return turn % 0.25 === 0 ? quarters[4 * turn]! : compute(2 * Math.PI * turn);
  };
const APPROXIMATED: Readonly<Record<string, (x: number) => number>> = {
  v_log_f16: Math.log2,
  // Beyond the range of single precision without denormals it is infinite, or nothing, however halves are rounded.
  v_exp_f16: (x) => (x >= 128 ? Infinity : x < -126 ? 0 : 2 ** x),
  v_sin_f16: ofTurns([0, 1, 0, -1], Math.sin, 0),
  v_cos_f16: ofTurns([1, 0, -1, 0], Math.cos, 1),
};
/** Permitted errors of the unit of single precision, and double precision beside it. */
const ERROR = 2 ** -22;

for (const [name, compute] of Object.entries(APPROXIMATED))
  test(`${name} in every mode: rounded from the result in single precision`, (t) => {
    const random = new Random(SEED);
    const wrong: string[] = [];
    for (const [chip, isa] of chips)
      for (const mode of MODES) {
        const { half } = model.modesOf(mode);
        const problems: string[] = [];
        const acceptable = (v: Uint32Array): number[] => {
          const bits = BigInt(v[1]! & 0xffff);
          const exactly = compute(model.numberOf(half.flushInputs ? exact.flush(BINARY16, bits) : bits));
          return [exactly, exactly * (1 + ERROR), exactly * (1 - ERROR)].map((value) => {
            const rounded = model.roundedNumber(value, half.round);
            const result = Number(half.flushResults ? exact.flush(BINARY16, rounded) : rounded);
            // The sign of a zero is not stated.
            return (result & 0x7fff) === 0 ? 0 : result;
          });
        };
        for (const text of wrongLanes({ isa, random, mode, lanes: LANES }, `${name} v0, v1`, () => -1)) {
          const words = /of (.*): (\w+) ffffffff$/.exec(text)!;
          const before = Uint32Array.from(words[1]!.split(' '), (word) => Number.parseInt(word, 16));
          const ours = Number.parseInt(words[2]!, 16);
          const expected = acceptable(before);
          if (!expected.includes((ours & 0x7fff) === 0 ? 0 : ours))
            problems.push(`${text} (${expected.map((x) => x.toString(16))})`);
        }
        wrong.push(...problems.map((text) => `${chip} ${text}`));
      }
    t.deepEqual(wrong.slice(0, 5), [], `${wrong.length} in all`);
  });
