// Single instructions on the registers of all lanes of the oracle, beside what a model expects.

import { parseInstruction } from '../../../src/isa/assembler/parse-instruction.js';
import { evaluate } from '../../../src/isa/evaluate.js';
import { EXEC_LO, type Instruction } from '../../../src/isa/instruction.js';
import { loadIsa } from '../../../src/isa/load-isa.js';
import { Random } from '../../emulator/random.js';
import { PlainMachine } from '../plain-machine.js';

const isa = await loadIsa('gfx906');
/** Nearest rounding, denormals kept. */
const MODE = 0xf0;

/** Registers of all lanes; v0 to v7 only. */
class Lanes extends PlainMachine {
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

/** v0 of every lane after an instruction on random registers; `expected` gets a lane's registers and all of them from before. */
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
