// A kernel while it is printed: its values as parts, and the instructions that use them.

import type { IrInstruction } from '../../compiler/ir/instruction.js';
import { IrProgramError } from '../../compiler/ir/locations.js';
import { debugNode, type MetadataNodes, nodeFields } from '../../compiler/ir/metadata.js';
import type { IrTextModule } from '../../compiler/ir/module.js';
import type { IrType } from '../../compiler/ir/types.js';
import {
  PrintedCode,
  type PrintedOperand,
  type RegisterKind,
  type SegmentAddress,
  type VirtualRegister,
} from './code.js';
import { type ConstantScope, constantParts, type TypedText, typedText } from './constants.js';
import {
  constantPart,
  constantText,
  containerBits,
  I32,
  type NamedTypes,
  type PartType,
  partsOf,
  plainTypeName,
  registerKind,
  type ValuePart,
} from './parts.js';

const HINT = 'docs/hsail.md lists what the printer of HSAIL has';

export interface PrinterSettings {
  /** Products whose sum follows are fused (`mad`); otherwise both are rounded. */
  readonly fusesProducts: boolean;
  /** Floats of 32 bits keep denormals; otherwise they are flushed, as on the chips. */
  readonly keepsDenormals: boolean;
}

/** Variables of a kernel's private and group memory, as their declarations. */
export interface KernelVariables {
  /** @returns the name of a variable of private memory */
  addPrivate(bytes: number, alignment: number): string;
}

/** State that all kernels of a module share. */
export interface PrintedModule {
  readonly module: IrTextModule;
  readonly named: NamedTypes;
  readonly nodes: MetadataNodes;
  readonly settings: PrinterSettings;
}

/** Attributes of arguments before a value; what begins a constant expression is none. */
const ATTRIBUTE =
  /^(?!splat |getelementptr |addrspacecast |bitcast |inttoptr |ptrtoint |add |sub )(?:align \d+|[a-z_]+(?:\((?:[^()]|\([^()]*\))*\))?) (?=.)/;

function withoutAttributes(text: string): string {
  let rest = text;
  for (let match = ATTRIBUTE.exec(rest); match; match = ATTRIBUTE.exec(rest)) rest = rest.slice(match[0].length);
  return rest;
}

const isPart = (one: ValuePart | PrintedOperand): one is ValuePart => typeof one === 'object' && 'type' in one;

const SEGMENTS: Readonly<Record<number, string>> = { 0: '', 1: 'global_', 3: 'group_', 4: 'readonly_', 5: 'private_' };

export class KernelScope {
  readonly code = new PrintedCode();
  readonly values = new Map<string, readonly ValuePart[]>();
  private instruction: IrInstruction | undefined;

  /** @param constants variables of the module and of the kernel */
  constructor(
    readonly shared: PrintedModule,
    readonly constants: ConstantScope,
    readonly variables: KernelVariables,
    /** Names of values that instructions read. */
    private readonly used: ReadonlySet<string>,
  ) {}

  /** True if any instruction reads the result. */
  isUsed({ result }: IrInstruction): boolean {
    return result !== undefined && this.used.has(result);
  }

  get named(): NamedTypes {
    return this.shared.named;
  }

  /** The instruction that is printed: errors name its place. */
  enter(instruction: IrInstruction): void {
    this.instruction = instruction;
    const location = nodeFields(this.shared.nodes, debugNode(instruction.attached), 'DILocation');
    this.code.line = Number(location.get('line') ?? 0);
  }

  /** @throws IrProgramError that names the place in the source */
  refuse(what: string): never {
    const { instruction } = this;
    if (!instruction) throw new RangeError(what);
    throw new IrProgramError(`${what} cannot be printed as HSAIL`, HINT, instruction, this.shared.module);
  }

  set({ result }: IrInstruction, parts: readonly ValuePart[]): void {
    if (result !== undefined) this.values.set(result, parts);
  }

  /** The parts of an operand with its type. */
  parts(operand: string): readonly ValuePart[] {
    const { type, text } = typedText(operand);
    return this.typed({ type, text: withoutAttributes(text) });
  }

  typed({ type, text }: TypedText): readonly ValuePart[] {
    if (!text.startsWith('%')) return constantParts({ type, text }, this.constants);
    const parts = this.values.get(text);
    return parts ?? this.refuse(`the value ${text} before its definition`);
  }

  /** The only part of an operand with its type. */
  part(operand: string): ValuePart {
    return this.parts(operand)[0]!;
  }

  typesOf(type: IrType): readonly PartType[] {
    return partsOf(type, this.named).map(({ type: part }) => part);
  }

  /** Constant bits of a part. */
  constant({ value }: ValuePart): bigint | undefined {
    return typeof value === 'bigint' ? value : undefined;
  }

  /** A part as an operand of a type of HSAIL: constants remain constants. */
  operand(part: ValuePart, type: string): PrintedOperand {
    return typeof part.value === 'bigint' ? constantText(part.value, type) : this.register(part);
  }

  /** A part in a register. */
  register(part: ValuePart): VirtualRegister {
    const { value, type } = part;
    const kind = registerKind(type);
    if (typeof value === 'bigint') {
      const name = plainTypeName(type);
      return this.code.value(`mov_${name}`, kind, [constantText(value, name)]);
    }
    if ('kind' in value) return value;
    if ('launchOffset' in value) return this.refuse('the address of arguments of the launch');
    return this.sum(value, part, kind);
  }

  private sum(address: SegmentAddress, part: ValuePart, kind: RegisterKind): VirtualRegister {
    const { symbol, base, offset } = address;
    const type = `u${containerBits(part.type)}`;
    if (symbol !== undefined) return this.code.value(`lda_${this.segment(part)}${type}`, kind, [address]);
    if (!base) return this.code.value(`mov_b${type.slice(1)}`, kind, [constantText(offset, type)]);
    return offset === 0n ? base : this.code.value(`add_${type}`, kind, [base, constantText(offset, type)]);
  }

  /** The segment of a pointer with `_` behind it; nothing for flat ones. */
  segment({ type, segment }: ValuePart): string {
    if (segment) return `${segment}_`;
    return SEGMENTS[type.space] ?? this.refuse(`address space ${type.space}`);
  }

  /** A pointer as an address. */
  address(pointer: ValuePart): SegmentAddress {
    const { value } = pointer;
    if (typeof value === 'object' && 'offset' in value) return value;
    return { base: this.register(pointer), offset: 0n };
  }

  /** The result of an operation of one type whose sources are parts or operands. */
  operate(
    name: string,
    type: PartType,
    sources: readonly (ValuePart | PrintedOperand)[],
    sourceType: string,
  ): ValuePart {
    const operands = sources.map((one) => (isPart(one) ? this.operand(one, sourceType) : one));
    return { type, value: this.code.value(name, registerKind(type), operands) };
  }

  /** A copy in a register of its own, opaque to what follows. */
  copy(part: ValuePart): ValuePart {
    return { ...part, value: this.register(part) };
  }

  /** Integers narrower than their register: the upper bits become zeros. */
  narrowed(part: ValuePart): ValuePart {
    const { type } = part;
    const container = containerBits(type);
    if (type.kind !== 'int' || type.bits === container || type.bits === 1 || typeof part.value === 'bigint')
      return part;
    const mask = constantText((1n << BigInt(type.bits)) - 1n, `b${container}`);
    return this.operate(`and_b${container}`, type, [part, mask], `b${container}`);
  }

  /** A part whose register is extended by its sign. */
  signed(part: ValuePart): ValuePart {
    const { type, value } = part;
    const container = containerBits(type);
    const wide: PartType = { ...type, bits: container };
    if (type.kind !== 'int' || type.bits === container) return part;
    if (typeof value === 'bigint') return constantPart(wide, BigInt.asIntN(type.bits, value));
    if (type.bits === 1) return this.operate('cmov_b32', I32, [part, '-1', '0'], 'b1');
    return this.operate(`bitextract_s${container}`, wide, [part, '0', `${type.bits}`], `s${container}`);
  }
}
