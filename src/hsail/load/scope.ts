// One activation of a body while a kernel is lowered: its registers, its variables, and the operands of instructions as
// codes of the encoding.

import { SCALAR, VECTOR, VECTOR_COUNT } from '../../isa/hsail/registers.js';
import { AtollError } from '../../util/errors.js';
import { declarationProblem, LIKE_DEFINITION } from '../brig/declarations.js';
import { SEGMENTS } from '../brig/enums.js';
import { type BrigEntry, type BrigModule, listAt, stringAt } from '../brig/module.js';
import { bytesOf, typeName } from '../brig/types.js';
import type { Body } from './body.js';
import { type Emitter, inlineCode, VECTOR_CODE } from './emitter.js';
import type { OutlinedFunction } from './recursion.js';
import { FIRST_SPILLED, type RegisterMap, registerWords } from './registers.js';
import { type ProgramVariables, segmentName, type VariableArea } from './storage.js';

/** State that all activations of a kernel share. */
export interface KernelMemory {
  readonly module: BrigModule;
  readonly definitions: ReadonlyMap<string, BrigEntry>;
  readonly program: ProgramVariables;
  readonly group: VariableArea;
  readonly privates: VariableArea;
  readonly kernarg: ReadonlyMap<number, number>;
  /** Exceptions that the program detects, as bits. */
  readonly detected: number;
  /** The register of the first address that `alloca` may give; absent where there is no such instruction. */
  readonly firstFree: number | undefined;
}

/** Decoded address operand: rows of a segment, the code of a base, and an offset. */
export interface AddressPlace {
  readonly segment: 'global' | 'flat' | 'private' | 'group';
  readonly base: number;
  readonly offset: number;
}

const ZERO = inlineCode(0);
const WAVESIZE = inlineCode(64);
const TRUE = inlineCode(1);

const ROWS_OF: Readonly<Record<string, AddressPlace['segment']>> = {
  flat: 'flat',
  global: 'global',
  readonly: 'global',
  kernarg: 'global',
  group: 'group',
  private: 'private',
  spill: 'private',
  arg: 'private',
};

export class ActivationScope {
  private temporaries = 0;
  /** Registers in private memory that the instruction uses, by their places. */
  private readonly inUse = new Map<number, { readonly register: number; readonly words: number }>();

  /** @param actuals places of formal arguments in private memory */
  constructor(
    readonly emitter: Emitter,
    readonly memory: KernelMemory,
    readonly body: Body,
    readonly registers: RegisterMap,
    readonly actuals: ReadonlyMap<number, number>,
    private readonly name: string,
    /** The function around that calls itself. */
    readonly outlined?: OutlinedFunction,
  ) {}

  /** Begins an instruction: temporaries and literals of the one before are free. */
  begin(): void {
    this.temporaries = 0;
    this.emitter.start();
  }

  /** Vector registers that are free until the end of the instruction. */
  temporary(words: number): number {
    const first = VECTOR.temporaries + this.temporaries;
    this.temporaries += words;
    if (first + words > VECTOR.call) throw new AtollError('INTERNAL', `${this.name}: too many temporary registers`);
    return first;
  }

  /** All temporary registers are free again. */
  release(): void {
    this.temporaries = 0;
  }

  register(operand: BrigEntry): number {
    return this.registers.placeOf(operand) ?? this.fetched(operand);
  }

  /** A register in private memory, while the instruction executes. */
  private fetched(operand: BrigEntry): number {
    const place = this.registers.spilledPlace(operand);
    const words = registerWords(operand);
    const own = this.inUse.get(place);
    if (own) return own.register;
    const register = FIRST_SPILLED + [...this.inUse.values()].reduce((sum, each) => sum + each.words, 0);
    if (register + words > VECTOR_COUNT) throw new AtollError('INTERNAL', `${this.name}: too many registers in memory`);
    this.inUse.set(place, { register, words });
    this.emitter.aid(`ld_private_b${32 * words}`, { data: register, address: ZERO, offset: place });
    return register;
  }

  /** Ends an instruction. Registers in private memory get their values, except where it jumps: that changes none. */
  end(jumps: boolean): void {
    for (const [place, { register, words }] of jumps ? [] : this.inUse)
      this.emitter.aid(`st_private_b${32 * words}`, { data: VECTOR_CODE + register, address: ZERO, offset: place });
    this.inUse.clear();
  }

  /** The code of a source of a type. */
  source(operand: BrigEntry, type: number): number {
    if (operand.kind === 'operand_register') return VECTOR_CODE + this.register(operand);
    const isTruth = typeName(type) === 'b1';
    if (operand.kind === 'operand_wavesize') return isTruth ? TRUE : WAVESIZE;
    if (operand.kind !== 'operand_constant_bytes') throw this.refusal(`operands of the kind ${operand.kind}`);
    const bytes = this.memory.module.data.get(operand.values['bytes']!)!;
    let value = 0n;
    for (const [index, byte] of bytes.entries()) value |= BigInt(byte) << BigInt(8 * index);
    if (isTruth) return inlineCode(value === 0n ? 0 : 1);
    const words = Math.max(1, Math.ceil(Math.max(bytesOf(type), bytes.length) / 4));
    return this.emitter.literal(value, words);
  }

  /** The first of temporary registers with the values of operands. @param words of each */
  gathered(operands: readonly BrigEntry[], type: number, words: number): number {
    const first = this.temporary(words * operands.length);
    for (const [n, operand] of operands.entries()) {
      this.emitter.begin();
      this.emitter.aid(`mov_b${32 * words}`, { d: first + n * words, s0: this.source(operand, type) });
    }
    this.emitter.begin();
    return first;
  }

  elements(list: BrigEntry): readonly BrigEntry[] {
    return listAt(this.memory.module, list.values['elements']!).map(
      (offset) => this.memory.module.operands.get(offset)!,
    );
  }

  /** @param segment of the instruction */
  address({ values, wide }: BrigEntry, segment: number): AddressPlace {
    const { module } = this.memory;
    const rows = ROWS_OF[segmentName(segment)]!;
    const symbol = module.code.get(values['symbol']!);
    const register = module.operands.get(values['reg']!);
    const base = register ? VECTOR_CODE + this.register(register) : undefined;
    const isWide = rows === 'global' || rows === 'flat';
    const offset = BigInt.asIntN(isWide ? 64 : 32, wide['offset']!);
    if (!symbol) return this.displaced(rows, base ?? ZERO, offset);
    const place = this.placeOf(symbol);
    if (!isWide)
      return { segment: rows, base: base ?? ZERO, offset: Number(BigInt.asIntN(32, offset + BigInt(place))) };
    if (segment === SEGMENTS.kernarg)
      return this.displaced(rows, this.sum(SCALAR.kernarg, base), offset + BigInt(place));
    return this.displaced(rows, this.sum(this.emitter.addressOf(place), base), offset);
  }

  private displaced(segment: AddressPlace['segment'], base: number, offset: bigint): AddressPlace {
    if (BigInt.asIntN(32, offset) === offset) return { segment, base, offset: Number(offset) };
    return { segment, base: this.sum(this.emitter.literal(offset, 2), base), offset: 0 };
  }

  /** The sum of two addresses. */
  sum(a: number, b: number | undefined): number {
    if (b === undefined || b === ZERO) return a;
    const d = this.temporary(2);
    this.emitter.aid('add_u64', { d, s0: a, s1: b });
    return VECTOR_CODE + d;
  }

  /** An address without an offset. */
  whole({ segment, base, offset }: AddressPlace): number {
    if (offset === 0) return base;
    if (segment === 'global' || segment === 'flat') return this.sum(this.emitter.literal(BigInt(offset), 2), base);
    const literal = this.emitter.literal(BigInt(offset), 1);
    if (base === ZERO) return literal;
    const d = this.temporary(1);
    this.emitter.aid('add_u32', { d, s0: base, s1: literal });
    return VECTOR_CODE + d;
  }

  /** Of private, spill, arg and group variables the address, of arguments of kernels the offset in their segment. */
  placeOf(declared: BrigEntry): number {
    const { program, group, privates, kernarg } = this.memory;
    const variable = this.definitionOf(declared);
    const segment = variable.values['segment'];
    if (segment === SEGMENTS.kernarg) return kernarg.get(variable.offset)!;
    if (segment === SEGMENTS.group) return group.placeOf(variable);
    if (segment === SEGMENTS.global || segment === SEGMENTS.readonly) return program.area.placeOf(variable);
    return this.actuals.get(variable.offset) ?? privates.placeOf(variable);
  }

  /** The definition of a symbol of the module; what is declared in a body is its own. */
  definitionOf(declared: BrigEntry): BrigEntry {
    const { module, definitions } = this.memory;
    const name = stringAt(module, declared.values['name']!);
    const definition = name.startsWith('&') ? definitions.get(name) : declared;
    if (!definition)
      throw new AtollError('BAD_INPUT', `${name} is declared, and defined in no module`, 'Define it in the module.');
    const problem = declarationProblem({ module, entry: declared }, { module, entry: definition });
    if (problem !== undefined) throw new AtollError('UNSUPPORTED', problem, LIKE_DEFINITION);
    return definition;
  }

  /** Variables of functions that call themselves have no address for others: saved, they are elsewhere. */
  checkAddressTaken({ values }: BrigEntry): void {
    const symbol = this.memory.module.code.get(values['symbol']!);
    const isOwn = symbol !== undefined && !stringAt(this.memory.module, symbol.values['name']!).startsWith('&');
    const moves = ROWS_OF[segmentName(symbol?.values['segment'] ?? 0)] === 'private';
    if (this.outlined && isOwn && moves)
      throw this.refusal(`the address of a variable of ${this.outlined.name}, which calls itself,`);
  }

  refusal(what: string): AtollError {
    return new AtollError(
      'UNSUPPORTED',
      `${what} cannot be executed as HSAIL`,
      'docs/hsail.md lists what the HSAIL engine has',
    );
  }
}
