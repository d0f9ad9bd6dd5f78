// The parameters of compiled code: what differs between instructions that share one piece of generated JavaScript.
// Registers, constants and large fields are parameters; everything else is in the text (and in its cache key).

import type { Instruction, Operand } from '../../isa/instruction.js';
import { fieldValue } from '../specialise.js';
import { VGPR_WORDS, WORD } from '../state.js';

/** Reads a parameter's value from an instruction at an address. */
type Getter = (instruction: Instruction, pc: number) => number;

/** First word of an operand's register in a wavefront slot. */
export function registerWord(operand: Operand | undefined): number {
  if (operand?.kind === 'vgpr') return operand.index * VGPR_WORDS;
  if (operand?.kind === 'scalar') return WORD.scalars + operand.index;
  return 0;
}

/**
 * Fields whose value is a parameter: they differ from instruction to instruction without changing what the code does.
 */
const PARAMETER_FIELDS: ReadonlySet<string> = new Set(['offset', 'offset0', 'offset1', 'simm16', 'simm32']);

export const isParameterField = (field: string): boolean => PARAMETER_FIELDS.has(field);

/** Collects the parameters that generated code uses, by their variable name. */
export class ParameterList {
  private readonly getters = new Map<string, Getter>();

  private add(name: string, getter: Getter): string {
    this.getters.set(name, getter);
    return name;
  }

  get names(): readonly string[] {
    return [...this.getters.keys()];
  }
  get readers(): readonly Getter[] {
    return [...this.getters.values()];
  }

  register(slot: string): string {
    return this.add(`r${slot}`, (instruction) => registerWord(instruction.operands[slot]));
  }
  bits(slot: string): string {
    return this.add(`k${slot}`, (instruction) => constant(instruction, slot).bits | 0);
  }
  low(slot: string): string {
    return this.add(`l${slot}`, (instruction) => Number(BigInt.asIntN(32, constant(instruction, slot).bits64)));
  }
  high(slot: string): string {
    return this.add(`h${slot}`, (instruction) => Number(BigInt.asIntN(32, constant(instruction, slot).bits64 >> 32n)));
  }
  field(name: string, signed: boolean): string {
    return this.add(`${signed ? 's' : 'u'}_${name}`, (instruction) => fieldValue(instruction, name, signed) | 0);
  }
  nextPc(): string {
    return this.add('nextPc', (instruction, pc) => (pc + instruction.size) | 0);
  }

  /** The multiple of 4 GiB before it. */
  nextPcBlock(): string {
    return this.add('nextPcBlock', (instruction, pc) => Math.floor((pc + instruction.size) / 2 ** 32));
  }
}

function constant(instruction: Instruction, slot: string): Extract<Operand, { kind: 'const' }> {
  const operand = instruction.operands[slot];
  if (operand?.kind !== 'const') throw new TypeError(`${slot} of ${instruction.def.name} is no constant`);
  return operand;
}
