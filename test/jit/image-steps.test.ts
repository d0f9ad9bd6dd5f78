// The arithmetic of sampling, step by step and exactly, on every engine: coordinates are rounded to f32 after each step
// of OpenCL
// 1.2 section 8.2 and after offsets are added, and filters see 8 bits of the place between two texels, ties to even.
// Each way of leaving out such a step would be seen: for each, there are coordinates at which it gives something else.

import test from 'ava';
import { createInterpreter } from '../../src/emulator/interpreter/interpreter.js';
import type { EngineFactory } from '../../src/emulator/lockstep.js';
import { createOracle } from '../../src/emulator/oracle.js';
import { VGPR_WORDS } from '../../src/emulator/state.js';
import { imageResource } from '../../src/isa/common/descriptors/image.js';
import { samplerResource } from '../../src/isa/common/descriptors/sampler.js';
import { createJit } from '../../src/jit/engine/jit.js';
import { DATA } from '../emulator/harness.js';
import { bitsOf, floatOf } from '../emulator/image-bench.js';
import { Machine } from '../emulator/machine.js';
import { Random } from '../emulator/random.js';
import { assemble } from '../isa/southern-islands.js';
import { denormals } from './denormals.js';

const MODES = ['clampToEdge', 'clamp', 'repeat', 'mirroredRepeat'] as const;
type Mode = (typeof MODES)[number];

interface Scenario {
  readonly mode: Mode;
  readonly normalized: boolean;
  readonly linear: boolean;
  readonly offset: boolean;
}

/** How numbers are rounded. */
interface Steps {
  /** The fraction of a repeating coordinate, a coordinate in texels, the same with an offset. */
  readonly wrapped: (x: number) => number;
  readonly texels: (x: number) => number;
  readonly moved: (x: number) => number;
  /** The place between texels. */
  readonly place: (x: number) => number;
}

const exactly = (x: number): number => x;
function rint(x: number): number {
  const floor = Math.floor(x);
  const rest = x - floor;
  return rest > 0.5 || (rest === 0.5 && floor % 2 !== 0) ? floor + 1 : floor;
}
const fixed =
  (steps: number, round = rint) =>
  (x: number): number =>
    round(x * steps) / steps;

const RIGHT: Steps = { wrapped: Math.fround, texels: Math.fround, moved: Math.fround, place: fixed(256) };

/** Steps left out or done in another way, and where that makes a difference. */
const WRONG: readonly (readonly [name: string, steps: Partial<Steps>, matters: (scenario: Scenario) => boolean])[] = [
  ['wrapped in f64', { wrapped: exactly }, ({ mode, normalized }) => normalized && mode === 'repeat'],
  // The next step rounds, too.
  ['scaled in f64', { texels: exactly }, ({ normalized, offset }) => normalized && offset],
  ['moved in f64', { moved: exactly }, ({ offset }) => offset],
  ['all in f64', { wrapped: exactly, texels: exactly, moved: exactly }, (s) => s.normalized || s.offset],
  ['all bits of weights', { place: exactly }, ({ linear }) => linear],
  ['9 bits of weights', { place: fixed(512) }, ({ linear }) => linear],
  ['7 bits of weights', { place: fixed(128) }, ({ linear }) => linear],
  ['weights cut off', { place: fixed(256, Math.floor) }, ({ linear }) => linear],
  ['ties of weights away from 0', { place: fixed(256, Math.round) }, ({ linear }) => linear],
];

/** Two texels, -1 for the border, and the weight of the second. */
type Taps = readonly [first: number, second: number, weight: number];

function tapsOf(steps: Steps, { mode, normalized, linear }: Scenario, s: number, size: number, offset: number): Taps {
  let u = s;
  if (normalized && mode === 'repeat') u = steps.texels(steps.wrapped(s - Math.floor(s)) * size);
  else if (normalized && mode === 'mirroredRepeat') u = steps.texels(Math.abs(s - 2 * rint(0.5 * s)) * size);
  else if (normalized) u = steps.texels(s * size);
  u = steps.moved(u + offset);
  if (mode === 'mirroredRepeat') u = Math.abs(u - 2 * size * rint(u / (2 * size)));
  const texel = (i: number): number => {
    if (mode === 'repeat') return ((i % size) + size) % size;
    if (mode === 'clamp') return i < 0 || i >= size ? -1 : i;
    return Math.min(Math.max(i, 0), size - 1);
  };
  if (!linear) return [texel(Math.floor(u)), 0, 0];
  const at = steps.place(u) - 0.5;
  const first = Math.floor(at);
  return [texel(first), texel(first + 1), at - first];
}

/**
 * Texels are integers of 10 bits: sums of theirs with weights of 8 bits for each axis are exact before they are rounded
 * to f32.
 */
function sampled(axes: readonly Taps[], texel: (at: readonly number[]) => number): number {
  let sum = 0;
  for (let corner = 0; corner < 1 << axes.length; corner++) {
    const sides = axes.map((_, axis) => (corner >> axis) & 1);
    const weight = axes.reduce((product, [, , a], axis) => product * (sides[axis] ? a : 1 - a), 1);
    if (weight !== 0) sum += weight * texel(axes.map((taps, axis) => taps[sides[axis]!]!));
  }
  return Math.fround(sum);
}

/** Near the places where rounding decides: edges of texels, ties between steps of the filter, 0. */
function coordinateOf(random: Random, { normalized }: Scenario, size: number): number {
  const steps = random.pick([1, 512, 512, 512]);
  const place = (random.below(5 * size * steps) - 2 * size * steps) / steps;
  const near = random.chance(0.3) ? random.pick([0.5, 1, 1.5, -0.5, -1]) / random.pick([512, 2 ** 27]) : place;
  const bits = bitsOf(normalized ? near / size : near);
  // Up to three numbers beside it, of the same sign.
  return floatOf(((bits & 0x8000_0000) | Math.max((bits & 0x7fff_ffff) + random.below(7) - 3, 0)) >>> 0);
}

interface Lane {
  readonly coordinates: readonly number[];
  readonly offsets: readonly number[];
}

/** A lane of which one axis would be seen to be computed in a wrong way. */
function laneAgainst(random: Random, scenario: Scenario, sizes: readonly number[], wrong: Steps, axis: number): Lane {
  const offsets = sizes.map(() => (scenario.offset ? random.below(64) - 32 : 0));
  const coordinates = sizes.map((size) => coordinateOf(random, scenario, size));
  for (let tries = 0; tries < 100_000; tries++) {
    const size = sizes[axis]!;
    const s = (coordinates[axis] = coordinateOf(random, scenario, size));
    const offset = (offsets[axis] = scenario.offset ? random.below(64) - 32 : 0);
    const [right, other] = [RIGHT, wrong].map((steps) => tapsOf(steps, scenario, s, size, offset));
    // At two equal texels weights do not show.
    if (right![0] !== other![0] || (right![2] !== other![2] && right![0] !== right![1]))
      return { coordinates, offsets };
  }
  throw new RangeError(`nothing shows the difference: ${JSON.stringify(scenario)} ${sizes[axis]}`);
}

const packed = (offsets: readonly number[]): number =>
  offsets.reduce((word, offset, axis) => word | ((offset & 63) << (8 * axis)), 0) >>> 0;

function codeFor({ normalized, offset }: Scenario): Uint32Array {
  const address = offset ? 'image_sample_lz_o v8, v[0:3]' : 'image_sample_lz v8, v[0:3]';
  const { words, problems } = assemble(
    `${address}, s[8:15], s[16:19] dmask:0x1${normalized ? '' : ' unorm'}\ns_endpgm`,
  );
  if (problems.length > 0) throw new Error(problems[0]!.message);
  return Uint32Array.from(words);
}

function stateFor(scenario: Scenario, sizes: readonly number[], lanes: readonly Lane[]): number[] {
  const state = Array<number>(24 * VGPR_WORDS + 20).fill(0);
  const leading = Number(scenario.offset);
  lanes.forEach(({ coordinates, offsets }, lane) => {
    if (scenario.offset) state[lane] = packed(offsets);
    coordinates.forEach((value, axis) => {
      state[(leading + axis) * VGPR_WORDS + lane] = bitsOf(value);
    });
  });
  const [width, height = 1, depth = 1] = sizes as [number, number?, number?];
  const kind = (['1d', '2d', '3d'] as const)[sizes.length - 1]!;
  const image = imageResource({ kind, base: DATA, width, height, depth, dataFormat: 4, numFormat: 7 });
  const filter = scenario.linear ? 'linear' : 'nearest';
  const sampler = samplerResource({ normalized: scenario.normalized, addressing: scenario.mode, filter });
  [...image, ...sampler].forEach((word, i) => {
    state[24 * VGPR_WORDS + 8 + i] = word;
  });
  return state;
}

/** Of some quotients of each, f32 is too small, so that the product is, too, but for the rounding. */
const SIZES = [[37], [23, 29], [11, 19, 23]] as const;
const SCENARIOS: readonly Scenario[] = MODES.flatMap(
  (mode) =>
    [true, false].flatMap((normalized) =>
      [true, false].flatMap((linear) => [false, true].map((offset) => ({ mode, normalized, linear, offset }))),
    ),
  // Without a norm there is nothing that repeats.
).filter(({ mode, normalized }) => normalized || mode === 'clampToEdge' || mode === 'clamp');

const ENGINES: readonly (readonly [name: string, make: EngineFactory])[] = [
  ['oracle', createOracle],
  ['interp', (memory) => createInterpreter(memory)],
  ['routines of the jit', (memory) => createJit(memory, { exact: true, denormals })],
];

for (const [name, make] of ENGINES) {
  test(`coordinates and weights are rounded where they have to be: ${name}`, (t) => {
    const random = new Random(31);
    const machine = new Machine(make);
    for (const scenario of SCENARIOS) {
      const wrongs = WRONG.filter(([, , matters]) => matters(scenario));
      if (wrongs.length === 0) continue;
      const code = codeFor(scenario);
      for (const sizes of SIZES) {
        const texels = Array.from({ length: sizes.reduce((a, b) => a * b, 1) }, (_, i) => 1 + ((i * 389) % 1021));
        const texel = (at: readonly number[]): number =>
          at.includes(-1) ? 0 : texels[at.reduceRight((index, x, axis) => index * sizes[axis]! + x, 0)]!;
        const lanes = Array.from({ length: VGPR_WORDS }, (_, lane) => {
          const [, steps] = wrongs[lane % wrongs.length]!;
          const axis = Math.floor(lane / wrongs.length) % sizes.length;
          return laneAgainst(random, scenario, sizes, { ...RIGHT, ...steps }, axis);
        });
        const expected = lanes.map(({ coordinates, offsets }) =>
          sampled(
            coordinates.map((s, axis) => tapsOf(RIGHT, scenario, s, sizes[axis]!, offsets[axis]!)),
            texel,
          ),
        );
        const state = stateFor(scenario, sizes, lanes);
        t.is(machine.run(code, state, 0xc0, 0, texels.map(bitsOf)), 'end');
        const actual = lanes.map((_, lane) => floatOf(machine.w.vgpr(8, lane)));
        t.deepEqual(actual, expected, `${JSON.stringify(scenario)} ${sizes.join('x')}`);
      }
    }
    // No instruction was left to the interpreter.
    t.is(machine.w.counts.exits!.size, 0);
  });
}
