// One instruction of LLVM IR text, parsed on demand. Its lines are unchanged until a pass replaces them.

import { type IrCall, readCall } from './call.js';
import { localNames, mapLocalNames, splitOperands, VALUE_NAME } from './lexical.js';
import { type IrOperand, isLocalName, readAccessOperand, readOperand, untyped } from './operand.js';
import { typeLength } from './type-text.js';

const HEAD = new RegExp(`^ {2}(?:(${VALUE_NAME}) = )?(?:(?:tail|musttail|notail) )?([a-z]\\w*)(?: |$)`);
const FLAGS =
  /^(?:(?:nuw|nsw|exact|disjoint|nneg|samesign|inbounds|nusw|volatile|atomic|weak|fast|nnan|ninf|nsz|arcp|contract|afn|reassoc) )*/;
const PREDICATE = /^(?:[ou]?(?:eq|ne|gt|ge|lt|le)|[su](?:gt|ge|lt|le)|ord|uno|true|false) /;
const ATTACHED = /(?:, ![\w.]+ !\d+)+$/;
const LABEL = new RegExp(`label (${VALUE_NAME})`, 'g');
/** A pair without brackets in its value. */
const INCOMING = new RegExp(`\\[ ([^,\\]]+), (${VALUE_NAME}) \\]`, 'g');
const NESTED = /[<({"]/;
const ASSEMBLY = /^[^"@]* asm /;
const TO = ' to ';

const ONE_TYPE: ReadonlySet<string> = new Set(
  'add sub mul udiv sdiv urem srem shl lshr ashr and or xor fadd fsub fmul fdiv frem fneg icmp fcmp freeze'.split(' '),
);
const CASTS: ReadonlySet<string> = new Set(
  'trunc zext sext fptrunc fpext fptoui fptosi uitofp sitofp ptrtoint ptrtoaddr inttoptr bitcast addrspacecast'.split(
    ' ',
  ),
);
const ACCESSES: ReadonlySet<string> = new Set(['load', 'store', 'atomicrmw', 'cmpxchg']);
const BRANCHES: ReadonlySet<string> = new Set(['br', 'switch', 'indirectbr']);

interface InstructionHead {
  readonly result: string | undefined;
  readonly opcode: string;
  /** Characters before the flags and operands. */
  readonly length: number;
}

interface InstructionParts {
  readonly flags: string;
  readonly predicate: string;
  readonly operandText: string;
  readonly attached: string;
  /** Operands as parsed, on demand. */
  type?: string;
  values?: readonly string[];
  operands?: readonly string[];
  typedOperands?: readonly IrOperand[];
  call?: IrCall | 'none';
  incoming?: readonly IrIncoming[];
}

export interface IrIncoming {
  readonly value: string;
  /** Including `%`. */
  readonly block: string;
}

export interface IrCast {
  readonly type: string;
  readonly value: string;
  readonly target: string;
}

function readHead(line: string): InstructionHead {
  const [{ length } = '', result, opcode = ''] = HEAD.exec(line) ?? [];
  return { result, opcode, length };
}

function readParts(line: string, { opcode, length }: InstructionHead): InstructionParts {
  const attached = (line.includes(', !') && ATTACHED.exec(line)?.[0]) || '';
  const rest = line.slice(length, line.length - attached.length);
  const flags = FLAGS.exec(rest)?.[0] ?? '';
  const isComparison = opcode === 'icmp' || opcode === 'fcmp';
  const predicate = (isComparison && PREDICATE.exec(rest.slice(flags.length))?.[0]) || '';
  return { flags, predicate, operandText: rest.slice(flags.length + predicate.length), attached };
}

const NO_INCOMING: readonly IrIncoming[] = [];

function readIncoming(text: string): IrIncoming[] {
  if (!NESTED.test(text))
    return Array.from(text.matchAll(INCOMING), ([, value = '', block = '']) => ({ value, block }));
  return splitOperands(text).map((pair) => {
    const [value = '', block = ''] = splitOperands(pair.slice(1, -1));
    return { value, block };
  });
}

export class IrInstruction {
  private headCache: InstructionHead | undefined;
  private partsCache: InstructionParts | undefined;
  private usesCache: readonly string[] | undefined;

  /** @param lines more than one for a list of cases */
  constructor(readonly lines: readonly string[]) {}

  /** The first line, or the only one. */
  get line(): string {
    return this.lines[0] ?? '';
  }

  private get head(): InstructionHead {
    this.headCache ??= readHead(this.line);
    return this.headCache;
  }

  /** The name of its value, including `%`. */
  get result(): string | undefined {
    return this.head.result;
  }

  get opcode(): string {
    return this.head.opcode;
  }

  private get parts(): InstructionParts {
    this.partsCache ??= readParts(this.line, this.head);
    return this.partsCache;
  }

  /** Flags between opcode and operands, each followed by a blank: `nuw nsw `. */
  get flags(): string {
    return this.parts.flags;
  }

  hasFlag(flag: string): boolean {
    return this.flags.split(' ').includes(flag);
  }

  /** Predicate of a comparison, without blank: `olt`. */
  get predicate(): string {
    return this.parts.predicate.trimEnd();
  }

  /** Metadata at its end: `, !dbg !7`. */
  get attached(): string {
    return this.parts.attached;
  }

  hasMetadata(kind: string): boolean {
    return this.line.includes(`, !${kind} `) && this.attached.includes(`, !${kind} `);
  }

  /** The first line without metadata of a kind. */
  withoutMetadata(kind: string): string {
    const { line } = this;
    if (!line.includes(` !${kind} `)) return line;
    const { attached } = this;
    const others = attached.split(', ').filter((one) => one !== '' && !one.startsWith(`!${kind} `));
    return line.slice(0, line.length - attached.length) + others.map((one) => `, ${one}`).join('');
  }

  /** The text after the name of its value, with metadata. */
  get text(): string {
    const { result } = this;
    return result === undefined ? this.line.trim() : this.line.slice(`  ${result} = `.length);
  }

  /** Operands, and what else is between flags and metadata. */
  get operandText(): string {
    return this.parts.operandText;
  }

  /** The type before its operands. */
  get type(): string {
    const { operandText } = this;
    this.parts.type ??= operandText.slice(0, typeLength(operandText));
    return this.parts.type;
  }

  /** Operands with a common type, as in arithmetic. */
  get values(): readonly string[] {
    this.parts.values ??= splitOperands(this.operandText.slice(this.type.length));
    return this.parts.values;
  }

  /** Operands with one type each, as text. */
  get operands(): readonly string[] {
    this.parts.operands ??= splitOperands(this.operandText);
    return this.parts.operands;
  }

  /** Operands with their types, without those of a branch: arguments of a call, values of a phi. */
  get typedOperands(): readonly IrOperand[] {
    this.parts.typedOperands ??= this.readTypedOperands();
    return this.parts.typedOperands;
  }

  private readTypedOperands(): readonly IrOperand[] {
    const { opcode, type } = this;
    if (ONE_TYPE.has(opcode)) return this.values.map((value) => ({ type, value }));
    if (opcode === 'phi') return this.incoming.map(({ value }) => ({ type, value }));
    if (opcode === 'call') return this.call?.arguments.map(readOperand) ?? [];
    if (CASTS.has(opcode)) return [this.cast ?? []].flat();
    if (ACCESSES.has(opcode)) return this.accessOperands();
    const texts = opcode === 'getelementptr' ? this.operands.slice(1) : this.operands;
    return texts.map(readOperand).filter(({ type, value }) => value !== '' && type !== 'align');
  }

  private accessOperands(): readonly IrOperand[] {
    const { opcode, operation, operands } = this;
    const texts = operands.filter((text) => !text.startsWith('align '));
    if (opcode === 'load') return texts.slice(1).map(readAccessOperand);
    const [first = '', ...others] = texts;
    return [operation === undefined ? first : first.slice(operation.length + 1), ...others].map(readAccessOperand);
  }

  /** Operation of an `atomicrmw`: `add`. */
  get operation(): string | undefined {
    return this.opcode === 'atomicrmw' ? this.type : undefined;
  }

  /** The operand and types of a conversion; undefined for other instructions. */
  get cast(): IrCast | undefined {
    const { operandText } = this;
    const at = CASTS.has(this.opcode) ? operandText.lastIndexOf(TO) : -1;
    return at < 0 ? undefined : { ...readOperand(operandText.slice(0, at)), target: operandText.slice(at + TO.length) };
  }

  /** The parts of a direct call; undefined for other instructions. */
  get call(): IrCall | undefined {
    if (this.opcode !== 'call') return undefined;
    this.parts.call ??= (!this.isAssembly && readCall(this.line)) || 'none';
    return this.parts.call === 'none' ? undefined : this.parts.call;
  }

  /** The function of a direct call, including `@`. */
  get callee(): string | undefined {
    return this.call?.callee;
  }

  /** True if it calls LLVM's function of this name, of any type: `@llvm.fabs` is `@llvm.fabs.f32`, too. */
  calls(...names: readonly string[]): boolean {
    const { callee } = this;
    return callee !== undefined && names.some((name) => callee === name || callee.startsWith(`${name}.`));
  }

  get isAssembly(): boolean {
    return this.opcode === 'call' && this.line.includes(' asm ') && ASSEMBLY.test(this.line);
  }

  /** The values of a phi. */
  get incoming(): readonly IrIncoming[] {
    if (this.opcode !== 'phi') return NO_INCOMING;
    this.parts.incoming ??= readIncoming(this.operandText.slice(this.type.length));
    return this.parts.incoming;
  }

  /** Blocks to which it branches, in the text's order; a default is the first one. */
  get targets(): readonly string[] {
    if (!BRANCHES.has(this.opcode)) return [];
    return [...this.lines.join('').matchAll(LABEL)].flatMap(([, name]) => name ?? []);
  }

  /** The value that selects among targets; undefined for constants and other instructions. */
  get condition(): string | undefined {
    const [first = '', second] = BRANCHES.has(this.opcode) ? this.operands : [];
    const value = untyped(first);
    return second !== undefined && isLocalName(value) ? value : undefined;
  }

  /** Names of the values that it reads; types with names may be among them, blocks are not. */
  get uses(): readonly string[] {
    this.usesCache ??= this.readUses();
    return this.usesCache;
  }

  private readUses(): readonly string[] {
    if (this.opcode === 'phi') return this.incoming.map(({ value }) => value).filter(isLocalName);
    const text = this.line.slice(this.head.length);
    return localNames(BRANCHES.has(this.opcode) ? text.replace(LABEL, '') : text);
  }

  /** The line with replaced operands of the same type. */
  withValues(values: readonly string[]): string {
    const { flags, predicate, attached } = this.parts;
    return `${this.line.slice(0, this.head.length)}${flags}${predicate}${this.type} ${values.join(', ')}${attached}`;
  }

  /** The line of a phi with replaced values. */
  withIncoming(incoming: readonly IrIncoming[]): string {
    return this.withValues(incoming.map(({ value, block }) => `[ ${value}, ${block} ]`));
  }

  /** The lines with replaced names of values that it reads. */
  withNames(change: (name: string) => string): readonly string[] {
    return [mapLocalNames(this.line, change), ...this.lines.slice(1)];
  }
}
