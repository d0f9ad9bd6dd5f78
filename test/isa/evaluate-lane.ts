// Evaluates the definition of a vector instruction in one lane on the oracle, for comparison with independent
// references: the C library, LLVM, exact arithmetic.

import type { InstructionDef } from '../../src/isa/define.js';
import { evaluate } from '../../src/isa/evaluate.js';
import { EXEC_LO, type Operand, VCC_LO } from '../../src/isa/instruction.js';
import { slotShapes } from '../../src/isa/shape.js';
import { PlainMachine } from './plain-machine.js';

/** Inputs of an instruction: bit patterns by slot, and the state beside the operands. */
export interface LaneState {
  readonly [slot: string]: bigint | undefined;
  readonly MODE?: bigint;
  readonly VCCLANE?: bigint;
  readonly LANE?: bigint;
  readonly M0?: bigint;
}

/** Denormals kept in both widths, nearest even, IEEE off. */
export const DENORMALS = 0xf0n;

/** Registers of each slot, far enough apart for 64 bits. */
const SPACING = 4;
const U32 = 0xffff_ffffn;

/** Operands of the slots of an instruction. */
function operandsOf(def: InstructionDef): Record<string, Operand> {
  const operands: Record<string, Operand> = {};
  for (const [slot, { dwords, mask }] of slotShapes(def)) {
    const index = SPACING * Object.keys(operands).length;
    operands[slot] = { kind: mask ? 'scalar' : 'vgpr', index, count: dwords };
  }
  return operands;
}

/** Runs the definition; its writes by slot name (`D`, `VCC`, `SDST`, `EXEC`), masks as the lane's bit. */
export function evaluateLane(def: InstructionDef, state: LaneState): Readonly<Record<string, bigint>> {
  const machine = new PlainMachine(Number(state.LANE ?? 0n), Number(state.MODE ?? DENORMALS));
  machine.vcc = state.VCCLANE ?? 0n;
  if (state.M0 !== undefined) machine.m0 = state.M0;
  const operands = operandsOf(def);
  for (const [slot, operand] of Object.entries(operands)) {
    const value = state[slot];
    if (value === undefined || (operand.kind !== 'vgpr' && operand.kind !== 'scalar')) continue;
    if (operand.kind === 'scalar') machine.setPair(operand.index, value << BigInt(machine.lane));
    else for (let i = 0; i < 2; i++) machine.vgprs.set(operand.index + i, Number((value >> BigInt(32 * i)) & U32));
  }
  const result = evaluate({ def, words: [], size: 8, operands, fields: {} }, machine);
  if (result.kind !== 'done') throw new TypeError(result.reason);
  return written(def, operands, machine);
}

function written(
  def: InstructionDef,
  operands: Record<string, Operand>,
  machine: PlainMachine,
): Record<string, bigint> {
  const results: Record<string, bigint> = {};
  for (const statement of def.semantics) {
    if (statement.kind !== 'write' && statement.kind !== 'mask')
      throw new TypeError(`the test cannot show ${statement.kind}`);
    const { slot } = statement;
    const operand = operands[slot];
    if (slot === 'VCC' || slot === 'EXEC') results[slot] = machine.bit(slot === 'VCC' ? VCC_LO : EXEC_LO);
    else if (operand?.kind === 'scalar') results[slot] = machine.bit(operand.index);
    else if (operand?.kind === 'vgpr') {
      const words = Array.from({ length: operand.count }, (_, i) => machine.readVgpr(operand.index + i, machine.lane));
      results[slot] = words.reduceRight((rest, word) => (rest << 32n) | BigInt(word), 0n);
    }
  }
  return results;
}

/** Definitions by name, for tests. */
export const byName = (...families: readonly (readonly InstructionDef[])[]): ReadonlyMap<string, InstructionDef> =>
  new Map(families.flat().map((def) => [def.name, def]));
