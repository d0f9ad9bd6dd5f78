// Single instructions on the registers of all lanes of the oracle, beside a model.

import { parseInstruction } from '../../../src/isa/assembler/parse-instruction.js';
import { evaluate } from '../../../src/isa/evaluate.js';
import { EXEC_LO, type Instruction } from '../../../src/isa/instruction.js';
import type { Isa } from '../../../src/isa/isa.js';
import { loadIsa } from '../../../src/isa/load-isa.js';
import { Random } from '../../emulator/random.js';
import { PlainMachine } from '../plain-machine.js';

const isa = await loadIsa('gfx906');
/** Nearest rounding, denormals kept. */
const MODE = 0xf0;

/**
 * All roundings, ways of denormals, IEEE mode and clamping of NaN; those of single precision differ from those of
 * halves.
 */
export const MODES: readonly number[] = Array.from({ length: 64 }, (_, n) => {
  const [round, denorm] = [n & 3, (n >> 2) & 3];
  return ((n >> 4) << 8) | (denorm << 6) | ((denorm ^ (n >> 4)) << 4) | (round << 2) | ((round + 1 + (n >> 4)) & 3);
});

const EDGES = [
  ...[
    0, 0x8000, 1, 0x8001, 2, 0x3ff, 0x83ff, 0x400, 0x8400, 0x401, 0x7ff, 0x800, 0x3800, 0x3bff, 0x3c00, 0x3c01, 0xbc00,
    0xbc01,
  ],
  ...[
    0x3e00, 0x4000, 0xc000, 0x4200, 0x5bff, 0x6400, 0x7bfe, 0x7bff, 0xfbff, 0x7c00, 0xfc00, 0x7c01, 0xfd00, 0x7e00,
    0xfe01,
  ],
];

/** A half at which rounding, cancellation, overflow or underflow are likely. */
export function halfPattern(random: Random): number {
  if (random.chance(0.35)) return random.pick(EDGES);
  const exponent = random.chance(0.5) ? 12 + random.below(6) : random.below(31);
  const fraction = random.word() & (random.chance(0.4) ? 0x307 : 0x3ff);
  return (random.below(2) << 15) | (exponent << 10) | fraction;
}

/** Registers of all lanes; v0 to v7 only. */
export class Lanes extends PlainMachine {
  readonly registers = Array.from({ length: 64 }, () => new Uint32Array(8));
  constructor(mode: number, exec: bigint) {
    super(0, mode);
    this.setPair(EXEC_LO, exec);
  }
  override readVgpr(register: number, lane: number): number {
    return this.registers[lane]![register]!;
  }
  override writeVgpr(register: number, lane: number, value: number): void {
    this.registers[lane]![register] = value;
  }
}

export function parsed(text: string, of = isa): Instruction {
  const result = parseInstruction(of, text, { offset: 0, lookup: () => undefined });
  if (typeof result === 'string') throw new TypeError(`${text}: ${result}`);
  return result;
}

interface CheckOptions {
  readonly exec?: bigint;
  readonly seed?: number;
  /** A register with one value in all lanes. */
  readonly set?: readonly [register: number, value: number];
}

/**
 * v0 of every lane after an instruction on random registers; `expected` gets a lane's registers and all of them from
 * before.
 */
export function check(
  t: { is(actual: unknown, expected: unknown, message?: string): void },
  text: string,
  expected: (own: Uint32Array, all: readonly Uint32Array[], lane: number) => number | undefined,
  { exec = (1n << 64n) - 1n, seed = 1, set }: CheckOptions = {},
): void {
  const random = new Random(seed);
  const machine = new Lanes(MODE, exec);
  for (const lane of machine.registers) lane.set(Array.from(lane, () => random.edge()));
  if (set) for (const lane of machine.registers) lane[set[0]] = set[1];
  const before = machine.registers.map((lane) => lane.slice());
  t.is(evaluate(parsed(text), machine).kind, 'done', text);
  before.forEach((own, lane) => {
    const active = ((exec >> BigInt(lane)) & 1n) === 1n;
    const value = active ? expected(own, before, lane) : undefined;
    t.is(machine.registers[lane]![0], (value ?? own[0]!) >>> 0, `${text} in lane ${lane}`);
  });
}

const hex = (values: ArrayLike<number>): string => Array.from(values, (x) => (x >>> 0).toString(16)).join(' ');

interface Run {
  readonly isa: Isa;
  readonly random: Random;
  readonly mode: number;
  /** So many lanes, from the first on. */
  readonly lanes: number;
  /** A register before it. */
  readonly value?: (random: Random) => number;
}

const twoHalves = (random: Random): number => halfPattern(random) | (halfPattern(random) << 16);

/** Unexpected results of an instruction in v0, as text. @param expected gets a lane's registers from before */
export function wrongLanes(
  { isa: of, random, mode, lanes, value = twoHalves }: Run,
  text: string,
  expected: (before: Uint32Array) => number,
): readonly string[] {
  const machine = new Lanes(mode, (1n << BigInt(lanes)) - 1n);
  for (const lane of machine.registers) lane.set(Array.from(lane, () => value(random)));
  const before = machine.registers.map((lane) => lane.slice());
  const { kind } = evaluate(parsed(text, of), machine);
  if (kind !== 'done') return [`${text}: ${kind}`];
  return before.slice(0, lanes).flatMap((own, lane) => {
    const [ours, theirs] = [machine.registers[lane]![0]!, expected(own)];
    return ours === theirs >>> 0
      ? []
      : [`${of.name} ${text}, mode ${mode.toString(16)}, of ${hex(own)}: ${hex([ours, theirs])}`];
  });
}
