// HSAIL of one kernel before its registers are chosen: blocks of instructions over registers without limit.

import { AtollError } from '../../util/errors.js';

export type RegisterKind = 'c' | 's' | 'd';

/** A register of the kernel, by number; the allocator gives it one of HSAIL. */
export interface VirtualRegister {
  readonly kind: RegisterKind;
  readonly id: number;
}

/** An address in a segment: a variable, a register, or both, and bytes behind them. */
export interface SegmentAddress {
  readonly symbol?: string | undefined;
  readonly base?: VirtualRegister | undefined;
  readonly offset: bigint;
}

export type PrintedOperand =
  | VirtualRegister
  | string
  | SegmentAddress
  | { readonly list: readonly (VirtualRegister | string)[] };

export interface PrintedInstruction {
  readonly name: string;
  readonly results: readonly VirtualRegister[];
  /** In the order of the text, results included. */
  readonly operands: readonly PrintedOperand[];
  /** It can be left out where its results are unused. */
  readonly isPure: boolean;
  /** Of the source; 0 without. */
  readonly line: number;
}

export interface ConditionalBranch {
  readonly kind: 'branch';
  readonly condition: VirtualRegister;
  /** The opposite condition, where it costs nothing. */
  readonly opposite?: VirtualRegister | undefined;
  readonly target: string;
  readonly otherwise: string;
}

export type BlockExit =
  | ConditionalBranch
  | { readonly kind: 'jump'; readonly target: string }
  | { readonly kind: 'ret' };

export interface PrintedBlock {
  readonly label: string;
  readonly instructions: PrintedInstruction[];
  end: BlockExit;
}

export const isRegister = (operand: PrintedOperand): operand is VirtualRegister =>
  typeof operand === 'object' && 'kind' in operand;
const isList = (operand: PrintedOperand): operand is { readonly list: readonly (VirtualRegister | string)[] } =>
  typeof operand === 'object' && 'list' in operand;

function registersIn(operand: PrintedOperand): readonly VirtualRegister[] {
  if (typeof operand === 'string') return [];
  if (isRegister(operand)) return [operand];
  if (isList(operand)) return operand.list.filter((one) => typeof one !== 'string');
  return operand.base ? [operand.base] : [];
}

/** Registers that an instruction reads. */
export function sourcesOf({ results, operands }: PrintedInstruction): readonly VirtualRegister[] {
  // Results come first, alone or as one list.
  const rest = results.length === 0 ? operands : operands.slice(1);
  return rest.flatMap(registersIn);
}

export const isCopy = ({ name, operands }: PrintedInstruction): boolean =>
  name.startsWith('mov_') && isRegister(operands[1]!);

function operandText(operand: PrintedOperand, nameOf: (register: VirtualRegister) => string): string {
  if (typeof operand === 'string') return operand;
  if (isRegister(operand)) return nameOf(operand);
  if (isList(operand))
    return `(${operand.list.map((one) => (typeof one === 'string' ? one : nameOf(one))).join(', ')})`;
  const { symbol, base, offset } = operand;
  const sign = offset < 0n ? '' : '+';
  const inner = base ? `[${nameOf(base)}${offset === 0n ? '' : `${sign}${offset}`}]` : '';
  if (symbol === undefined) return base ? inner : `[${offset}]`;
  return base ? `[${symbol}]${inner}` : `[${symbol}]${offset === 0n ? '' : `[${offset}]`}`;
}

export function instructionLine(
  { name, operands }: PrintedInstruction,
  nameOf: (register: VirtualRegister) => string,
): string {
  return `  ${name}${operands.length > 0 ? ' ' : ''}${operands.map((one) => operandText(one, nameOf)).join(', ')};`;
}

/** The blocks of a kernel while they are made. */
export class PrintedCode {
  readonly blocks: PrintedBlock[] = [];
  line = 0;
  private block: PrintedBlock | undefined;
  private next = 0;
  private labels = 0;
  /** Results of pure instructions of the block, by text. */
  private pureResults = new Map<string, readonly VirtualRegister[]>();
  private readonly definitions = new Map<number, PrintedInstruction>();

  register(kind: RegisterKind): VirtualRegister {
    return { kind, id: this.next++ };
  }

  label(): string {
    return `@e${this.labels++}`;
  }

  begin(label: string): PrintedBlock {
    this.block = { label, instructions: [], end: { kind: 'ret' } };
    this.blocks.push(this.block);
    this.pureResults = new Map();
    return this.block;
  }

  get current(): PrintedBlock {
    if (!this.block) throw new AtollError('INTERNAL', 'HSAIL printer: an instruction outside of a block');
    return this.block;
  }

  /** The instruction that defines a register, if it is a pure one. */
  definition(register: VirtualRegister): PrintedInstruction | undefined {
    return this.definitions.get(register.id);
  }

  effect(name: string, operands: readonly PrintedOperand[], results: readonly VirtualRegister[] = []): void {
    this.current.instructions.push({ name, results, operands, isPure: false, line: this.line });
  }

  /** Results of an instruction without effect; an equal one of the same block is used again. */
  pure(name: string, kinds: readonly RegisterKind[], sources: readonly PrintedOperand[]): readonly VirtualRegister[] {
    const key = instructionLine({ name, results: [], operands: sources, isPure: true, line: 0 }, (one) => `%${one.id}`);
    const same = this.pureResults.get(key);
    if (same) return same;
    const results = kinds.map((kind) => this.register(kind));
    this.define(name, results, sources);
    this.pureResults.set(key, results);
    return results;
  }

  /** The result of an instruction without effect. */
  value(name: string, kind: RegisterKind, sources: readonly PrintedOperand[]): VirtualRegister {
    return this.pure(name, [kind], sources)[0]!;
  }

  /** Reads memory: may be left out, but is not the same as an earlier one. */
  load(name: string, kinds: readonly RegisterKind[], address: SegmentAddress, isVolatile: boolean): VirtualRegister[] {
    const results = kinds.map((kind) => this.register(kind));
    if (isVolatile) this.effect(name, [resultOperand(results), address], results);
    else this.define(name, results, [address]);
    return results;
  }

  private define(name: string, results: readonly VirtualRegister[], sources: readonly PrintedOperand[]): void {
    const operands = [resultOperand(results), ...sources];
    const instruction = { name, results, operands, isPure: true, line: this.line };
    this.current.instructions.push(instruction);
    for (const result of results) this.definitions.set(result.id, instruction);
  }
}

const resultOperand = (results: readonly VirtualRegister[]): PrintedOperand =>
  results.length === 1 ? results[0]! : { list: results };
