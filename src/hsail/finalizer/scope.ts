// One function of a module during its translation: its registers, variables and labels.

import type { AtollError } from '../../util/errors.js';
import { addressBits } from '../brig/addresses.js';
import type { BrigEntry, BrigModule } from '../brig/module.js';
import type { DenormalField } from './denormal-modes.js';
import type { FunctionEmitter } from './function-emitter.js';
import { PRIVATE_BLOCK, type PrivateBlock } from './private-block.js';
import { bitsOf, integerOf, isSignedName, valueType } from './shapes.js';

/** Address spaces of LLVM by segment. */
const SPACES: Readonly<Record<string, number>> = {
  flat: 0,
  global: 1,
  readonly: 1,
  kernarg: 4,
  group: 3,
  private: 5,
  spill: 5,
  arg: 5,
};

export const pointerType = (segment: string): string =>
  SPACES[segment] === 0 ? 'ptr' : `ptr addrspace(${SPACES[segment]})`;

const NARROW = ['group', 'private', 'spill', 'arg'];
export const addressType = (segment: string): string => `i${addressBits(undefined, !NARROW.includes(segment))}`;

const REGISTERS = [
  { letter: 'c', bits: 1 },
  { letter: 's', bits: 32 },
  { letter: 'd', bits: 64 },
  { letter: 'q', bits: 128 },
] as const;

export const WAVE_SIZE = 64;

/** Properties of a function that depend on its module. */
export interface ModuleNames {
  readonly module: BrigModule;
  /** The default rounding mode. */
  readonly rounding: string;
  /** The address of a variable as a pointer of its segment. @param line of its use, for errors */
  variable(entry: BrigEntry, line: number | undefined): string;
  /** Offset of a private variable of a module in their block; undefined for other variables. */
  privatePlace(entry: BrigEntry, line: number | undefined): number | undefined;
  readonly privates: PrivateBlock;
  /** The symbol of a function. */
  function(entry: BrigEntry, line?: number): string;
  /** Floats whose subnormal numbers MODE flushes in a function. */
  flushedFields(executable: BrigEntry): ReadonlySet<DenormalField>;
  /** An error that names a place of the module. */
  refusal(entry: BrigEntry, what: string, line?: number): AtollError;
}

export class FunctionScope {
  /** Pointers of variables and formal arguments of this function, by the offset of the entry. */
  readonly variables = new Map<number, string>();
  /** Offsets of the kernel's arguments. */
  readonly kernargs = new Map<number, number>();
  private readonly registers = new Set<string>();
  /** Source line by the last `loc`. */
  line: number | undefined;

  constructor(
    readonly names: ModuleNames,
    readonly out: FunctionEmitter,
    readonly executable: BrigEntry,
    /** Debug information of a register, if any. */
    private readonly declareRegister: (name: string, place: string, bits: number) => string | undefined,
  ) {}

  get module(): BrigModule {
    return this.names.module;
  }

  get rounding(): string {
    return this.names.rounding;
  }

  get isKernel(): boolean {
    return this.executable.kind === 'directive_kernel';
  }

  /** Other programs may call it. */
  get isIndirect(): boolean {
    return this.executable.kind === 'directive_indirect_function';
  }

  refusal(entry: BrigEntry, what: string): AtollError {
    return this.names.refusal(entry, what, this.line);
  }

  private register({ values }: BrigEntry): { readonly place: string; readonly bits: number } {
    const { letter, bits } = REGISTERS[values['regKind']!]!;
    const name = `${letter}${values['regNum']}`;
    if (!this.registers.has(name)) {
      const place = this.out.reserve(name, `i${bits}`, Math.max(1, bits >> 3));
      // A value that was never written is any value, but always the same one.
      const declaration = this.declareRegister(`$${name}`, place, bits);
      if (declaration !== undefined) this.out.atEntry(declaration);
      this.out.atEntry(`store i${bits} 0, ptr addrspace(5) ${place}`);
      this.registers.add(name);
    }
    return { place: `%${name}`, bits };
  }

  constantBytes({ values }: BrigEntry): Uint8Array {
    return this.module.data.get(values['bytes']!) ?? new Uint8Array(0);
  }

  /** The bits of an operand as an integer of the type's size. */
  readBits(operand: BrigEntry, type: string): string {
    const bits = bitsOf(type);
    if (operand.kind === 'operand_wavesize') return bits === 1 ? 'true' : String(WAVE_SIZE);
    if (operand.kind === 'operand_constant_bytes') return literal(this.constantBytes(operand), bits);
    if (operand.kind !== 'operand_register') throw this.refusal(operand, `operands of kind ${operand.kind}`);
    const register = this.register(operand);
    const whole = this.out.value(`load i${register.bits}, ptr addrspace(5) ${register.place}`);
    return register.bits === bits ? whole : this.out.value(`trunc i${register.bits} ${whole} to i${bits}`);
  }

  /** The value of an operand: of `valueType(type)`. */
  read(operand: BrigEntry, type: string): string {
    return this.toValue(this.readBits(operand, type), type);
  }

  toValue(bits: string, type: string): string {
    const [from, to] = [integerOf(type), valueType(type)];
    return from === to ? bits : this.out.value(`bitcast ${from} ${bits} to ${to}`);
  }

  toBits(value: string, type: string): string {
    const [from, to] = [valueType(type), integerOf(type)];
    return from === to ? value : this.out.value(`bitcast ${from} ${value} to ${to}`);
  }

  /** Writes a register; what is narrower is extended as its type says. */
  write(operand: BrigEntry, type: string, value: string): void {
    const register = this.register(operand);
    const bits = bitsOf(type);
    const own = this.toBits(value, type);
    const extension = isSignedName(type) ? 'sext' : 'zext';
    const whole = register.bits === bits ? own : this.out.value(`${extension} i${bits} ${own} to i${register.bits}`);
    this.out.effect(`store i${register.bits} ${whole}, ptr addrspace(5) ${register.place}`);
  }

  /** The symbol of a function. */
  function(entry: BrigEntry): string {
    return this.names.function(entry, this.line);
  }

  /** The pointer of a variable. */
  variable(entry: BrigEntry): string {
    const own = this.variables.get(entry.offset);
    if (own !== undefined) return own;
    const place = this.names.privatePlace(entry, this.line);
    if (place === undefined) return this.names.variable(entry, this.line);
    if (this.isIndirect) throw this.refusal(entry, 'indirect functions have no private variables of modules');
    return this.out.value(`getelementptr i8, ${PRIVATE_BLOCK}, i32 ${place}`);
  }

  /** The address of an address operand, as an integer. */
  address(operand: BrigEntry, segment: string): string {
    const type = addressType(segment);
    const parts: string[] = [];
    const { symbol, reg } = operand.values;
    if (symbol) parts.push(this.addressOf(this.module.code.get(symbol)!, segment));
    if (reg) parts.push(this.readBits(this.module.operands.get(reg)!, `u${type.slice(1)}`));
    const offset = BigInt.asIntN(Number(type.slice(1)), operand.wide['offset'] ?? 0n);
    if (offset !== 0n || parts.length === 0) parts.push(String(offset));
    return parts.reduce((sum, part) => this.out.value(`add ${type} ${sum}, ${part}`));
  }

  private addressOf(entry: BrigEntry, segment: string): string {
    const offset = this.kernargs.get(entry.offset);
    const type = addressType(segment);
    if (offset === undefined)
      return this.out.value(`ptrtoint ${pointerType(segment)} ${this.variable(entry)} to ${type}`);
    return this.out.value(`add i64 ${this.kernargBase()}, ${offset}`);
  }

  kernargBase(): string {
    const base = this.out.call('ptr addrspace(4)', 'llvm.amdgcn.kernarg.segment.ptr');
    return this.out.value(`ptrtoint ptr addrspace(4) ${base} to i64`);
  }

  /** An address operand as a pointer. */
  pointer(operand: BrigEntry, segment: string, extra = 0): string {
    const type = addressType(segment);
    const { symbol, reg } = operand.values;
    const parts: string[] = [];
    if (reg) parts.push(this.readBits(this.module.operands.get(reg)!, `u${type.slice(1)}`));
    const entry = symbol ? this.module.code.get(symbol)! : undefined;
    const first = (entry && this.kernargs.get(entry.offset)) ?? 0;
    const offset = BigInt.asIntN(Number(type.slice(1)), operand.wide['offset'] ?? 0n) + BigInt(first + extra);
    if (offset !== 0n || parts.length === 0) parts.push(String(offset));
    const address = parts.reduce((sum, part) => this.out.value(`add ${type} ${sum}, ${part}`));
    if (entry === undefined) return this.out.value(`inttoptr ${type} ${address} to ${pointerType(segment)}`);
    const base = this.kernargs.has(entry.offset)
      ? this.out.call('ptr addrspace(4)', 'llvm.amdgcn.kernarg.segment.ptr')
      : this.variable(entry);
    return this.out.value(`getelementptr i8, ${pointerType(segment)} ${base}, ${type} ${address}`);
  }
}

/** The bytes of a constant as a number of so many bits. */
function literal(bytes: Uint8Array, bits: number): string {
  let value = 0n;
  for (const byte of [...bytes].reverse()) value = (value << 8n) | BigInt(byte);
  if (bits === 1) return value === 0n ? 'false' : 'true';
  return String(BigInt.asUintN(bits, value));
}
