// Results that are seldom meant: NaN made of numbers, and integers divided by zero.

import { VGPR_WORDS, WORD } from '../emulator/state.js';
import type { Wavefront } from '../emulator/wavefront.js';
import type { Instruction, Operand } from '../isa/instruction.js';
import type { Stmt } from '../isa/language/expr.js';

type WriteStatement = Extract<Stmt, { kind: 'write' }>;

/** The float result of a vector instruction that computes, and its sources. */
function floatResult({ def }: Instruction): WriteStatement | undefined {
  const statement = def.semantics.find((each): each is WriteStatement => each.kind === 'write' && each.slot === 'D');
  const type = statement?.value.ty;
  return type === 'f32' || type === 'f64' ? statement : undefined;
}

const isNaN32 = (bits: number): boolean => (bits & 0x7fff_ffff) >>> 0 > 0x7f80_0000;
const isNaN64 = (low: number, high: number): boolean => {
  const magnitude = (high & 0x7fff_ffff) >>> 0;
  return magnitude > 0x7ff0_0000 || (magnitude === 0x7ff0_0000 && low !== 0);
};

const SOURCES = ['S0', 'S1', 'S2', 'D'] as const;

export class NumberCheck {
  /** By instruction: its float result, if it has one. */
  private readonly results = new WeakMap<Instruction, { readonly statement: WriteStatement | undefined }>();
  /** Lanes that had a NaN among their sources. */
  private hadNaN = 0n;
  private watched: WriteStatement | undefined;

  private resultOf(instruction: Instruction): WriteStatement | undefined {
    let number = this.results.get(instruction);
    if (!number) this.results.set(instruction, (number = { statement: floatResult(instruction) }));
    return number.statement;
  }

  /** Before an instruction. */
  before(w: Wavefront, instruction: Instruction): void {
    this.watched = this.resultOf(instruction);
    if (!this.watched) return;
    this.hadNaN = 0n;
    const { lanes } = w.layout;
    for (let lane = 0; lane < lanes; lane++)
      if (this.watched && SOURCES.some((slot) => this.isNaN(w, instruction.operands[slot], lane)))
        this.hadNaN |= 1n << BigInt(lane);
  }

  /** When it has run: the first lane in which it made a NaN of numbers; -1 for none. */
  after(w: Wavefront, instruction: Instruction): number {
    if (!this.watched) return -1;
    const { exec, layout } = w;
    for (let lane = 0; lane < layout.lanes; lane++) {
      const counts = (((exec & ~this.hadNaN) >> BigInt(lane)) & 1n) !== 0n;
      if (counts && this.isNaN(w, instruction.operands['D'], lane)) return lane;
    }
    return -1;
  }

  private isNaN(w: Wavefront, operand: Operand | undefined, lane: number): boolean {
    if (operand?.kind !== 'vgpr' && operand?.kind !== 'scalar') return false;
    const at = operand.kind === 'vgpr' ? VGPR_WORDS * operand.index + lane : WORD.scalars + operand.index;
    const step = operand.kind === 'vgpr' ? VGPR_WORDS : 1;
    return operand.count >= 2 ? isNaN64(w.u[at]!, w.u[at + step]!) : isNaN32(w.u[at]!);
  }
}

/**
 * A lane that divides an integer by zero, before an instruction runs; -1 for none. There is no integer division:
 * compilers begin one of 32 bits with the reciprocal that is for nothing else.
 */
export function dividesByZero(w: Wavefront, instruction: Instruction): number {
  if (!instruction.def.traits.integerReciprocal) return -1;
  const source = instruction.operands['S0'];
  const { exec, layout } = w;
  for (let lane = 0; lane < layout.lanes; lane++) {
    if (((exec >> BigInt(lane)) & 1n) === 0n) continue;
    const bits =
      source?.kind === 'vgpr'
        ? w.u[VGPR_WORDS * source.index + lane]!
        : source?.kind === 'scalar'
          ? w.u[WORD.scalars + source.index]!
          : 1;
    if ((bits & 0x7fff_ffff) === 0) return lane;
  }
  return -1;
}
